#!/usr/bin/env node
// The layout of dashboards/holdfast.json, which the page "What to watch" shows. Needs Node 20 or later.
//
//   docs/pictures/draw-dashboard.mjs          draws dashboard.svg
//   docs/pictures/draw-dashboard.mjs --check  fails if dashboard.svg is not what the dashboard draws
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const DASHBOARD = new URL('../../dashboards/holdfast.json', import.meta.url)
const SVG = fileURLToPath(new URL('dashboard.svg', import.meta.url))

/** Pixels for a column and a row of Grafana's grid, which has 24 columns. */
const COLUMN = 34
const ROW = 8
const GAP = 4

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function panel({ title, gridPos: { x, y, w, h } }) {
  const box = `x="${x * COLUMN + GAP}" y="${y * ROW + GAP}" width="${w * COLUMN - 2 * GAP}" height="${h * ROW - 2 * GAP}"`
  const line = `M${x * COLUMN + 14} ${(y + h) * ROW - 14} l40 -6 l40 4 l40 -14 l40 8 l40 -10 l40 6`
  return [
    `<rect ${box} rx="3" fill="none" stroke="#888"/>`,
    `<path d="${line}" fill="none" stroke="#3b82f6" opacity="0.5"/>`,
    `<text x="${x * COLUMN + 12}" y="${y * ROW + 20}" fill="#888">${escaped(title)}</text>`
  ].join('\n')
}

function draw() {
  const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8'))
  const height = Math.max(...panels.map(({ gridPos: { y, h } }) => y + h)) * ROW
  const size = `width="${24 * COLUMN}" height="${height}" viewBox="0 0 ${24 * COLUMN} ${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif" font-size="12">
${panels.map(panel).join('\n')}
</svg>
`
}

if (process.argv.includes('--check')) {
  if (readFileSync(SVG, 'utf8') !== draw()) {
    console.error('dashboard.svg is not what dashboards/holdfast.json draws: run docs/pictures/draw-dashboard.mjs')
    process.exit(1)
  }
} else {
  writeFileSync(SVG, draw())
}
