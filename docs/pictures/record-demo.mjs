#!/usr/bin/env node
// The recording of `./holdfast demo` that the page "Start" shows. Needs Node 20 or later, and what the demo needs.
//
//   docs/pictures/record-demo.mjs          runs the demo; writes demo.cast, and draws demo.svg from it
//   docs/pictures/record-demo.mjs --draw   draws demo.svg from the demo.cast that is there
//   docs/pictures/record-demo.mjs --check  fails if demo.svg is not what demo.cast draws
//
// demo.cast is a recording in the format of asciinema (version 2): `asciinema play docs/pictures/demo.cast`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import readline from 'node:readline'
import { fileURLToPath } from 'node:url'

const CAST = fileURLToPath(new URL('demo.cast', import.meta.url))
const SVG = fileURLToPath(new URL('demo.svg', import.meta.url))
const PROGRAM = fileURLToPath(new URL('../../holdfast', import.meta.url))
const COMMAND = './holdfast demo'

const LINE_HEIGHT = 17
const CHARACTER_WIDTH = 7.3
const MARGIN = 16

/** Seconds before the first line. */
const LEAD_IN = 0.5

/** What a line tells, which gives it its colour: the first that fits. */
const KINDS = [
  ['head', /^(\d\. |What came of it)/],
  ['bad', /OTHERS|OVER the other/],
  ['good', /REFUSES/]
]

async function record() {
  const lines = []
  const demo = spawn(PROGRAM, ['demo'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(demo, 'close')
  let start
  for await (const line of readline.createInterface({ input: demo.stdout })) {
    start ??= performance.now() // The first line: what builds and starts the program is not the demo.
    lines.push([LEAD_IN + (performance.now() - start) / 1000, line])
  }
  const [code] = await ended
  if (code !== 0) {
    throw new Error(`${COMMAND} exited with ${code}`)
  }
  const width = Math.max(...lines.map(([, line]) => line.length))
  const header = { version: 2, width, height: lines.length + 1, command: COMMAND, title: COMMAND }
  const events = lines.map(([at, line]) => [Number(at.toFixed(3)), 'o', `${line}\r\n`])
  return [header, ...events].map((entry) => JSON.stringify(entry)).join('\n') + '\n'
}

function draw(cast) {
  const [header, ...events] = cast.trim().split('\n').map((entry) => JSON.parse(entry))
  const lines = events.map(([at, , text]) => [at, text.replace(/\r?\n$/, '')])
  const width = Math.ceil(header.width * CHARACTER_WIDTH) + 2 * MARGIN
  const height = (lines.length + 2) * LINE_HEIGHT + MARGIN
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="12" role="img" aria-label="A recording of ${COMMAND}">`,
    '<style>text { fill: #d8dee9; white-space: pre; animation: shown 0.1s linear both; } .head { fill: #88c0d0; font-weight: bold; } .bad { fill: #ef8c8c; } .good { fill: #a3d68a; } @keyframes shown { from { opacity: 0; } to { opacity: 1; } } @media (prefers-reduced-motion: reduce) { text { animation: none; } }</style>',
    // A ground of its own, so that it reads the same on light and on dark pages.
    '<rect width="100%" height="100%" rx="8" fill="#1f2530"/>',
    `<text x="${MARGIN}" y="24" fill="#8f9bb3">$ ${COMMAND}</text>`,
    ...lines.map(([at, text], index) => row(at, text, 24 + (index + 1) * LINE_HEIGHT + 5)).filter(Boolean),
    '</svg>',
    ''
  ].join('\n')
}

function row(at, text, y) {
  if (!text.trim()) {
    return ''
  }
  const kind = KINDS.find(([, pattern]) => pattern.test(text))
  const shown = text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')
  return `<text x="${MARGIN}" y="${y}"${kind ? ` class="${kind[0]}"` : ''} style="animation-delay: ${at.toFixed(1)}s" xml:space="preserve">${shown}</text>`
}

const [mode] = process.argv.slice(2)
if (mode === '--check') {
  if (readFileSync(SVG, 'utf8') !== draw(readFileSync(CAST, 'utf8'))) {
    console.error('demo.svg is not what demo.cast draws: run docs/pictures/record-demo.mjs --draw')
    process.exit(1)
  }
} else if (mode === undefined || mode === '--draw') {
  if (mode === undefined) {
    writeFileSync(CAST, await record())
  }
  writeFileSync(SVG, draw(readFileSync(CAST, 'utf8')))
} else {
  console.error('record-demo.mjs [--draw | --check]')
  process.exit(64)
}
