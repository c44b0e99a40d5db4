import { cpSync, existsSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { withMermaid } from 'vitepress-plugin-mermaid'
import { chinese, english } from './navigation.mts'
import { checkPictures, type Picture } from './pictures.mts'
import { slug } from './slug.mts'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** Files of the repository that pages link to, and that are no pages: scripts, sources, dashboards. */
const linkedFiles = new Set<string>()

const pictures: Picture[] = []

/**
 * The site is made of the Markdown files that are read in the repository, too. Pages of docs/ are at the root of the
 * site; pages elsewhere (README.md, CONTRIBUTING.md) are at their own paths.
 */
export default withMermaid({
  title: 'Holdfast',
  description: 'A distributed lock for the JVM',
  srcDir: '..',
  srcExclude: ['**/target/**', '**/node_modules/**', '**/src/**', '.servers/**'],
  rewrites: { 'docs/:page*': ':page*' },
  outDir: '.vitepress/dist',
  cacheDir: '.vitepress/cache',
  lastUpdated: false,
  markdown: {
    anchor: { slugify: slug },
    toc: { slugify: slug },
    config(markdown) {
      markdown.core.ruler.push('pictures', (state) => {
        for (const token of state.tokens) {
          if (token.type === 'fence' && token.info.trim() === 'mermaid') {
            pictures.push({ page: source(state.env), text: token.content })
          }
        }
      })
      markdown.core.ruler.push('links-of-the-repository', (state) => {
        for (const token of state.tokens.flatMap((block) => block.children ?? [])) {
          const target = token.type === 'link_open' ? token.attrGet('href') : null
          if (target && !/^([a-z]+:|#|\/)/i.test(target)) {
            const absolute = path.join(repository, path.dirname(source(state.env)), target)
            if (/\.md(#|$)/.test(target)) {
              token.attrSet('href', page(absolute))
            } else {
              token.attrSet('href', file(absolute))
              token.attrSet('target', '_self')
            }
          }
        }
      })
    }
  },
  locales: {
    root: { label: 'English', lang: 'en', themeConfig: english },
    zh: { label: '简体中文', lang: 'zh-CN', link: '/zh/', themeConfig: chinese }
  },
  themeConfig: {
    outline: { level: [2, 3] },
    search: {
      provider: 'local',
      options: {
        locales: {
          zh: {
            translations: {
              button: { buttonText: '搜索', buttonAriaLabel: '搜索' },
              modal: {
                noResultsText: '没有找到',
                resetButtonTitle: '清空',
                footer: { selectText: '选择', navigateText: '切换', closeText: '关闭' }
              }
            }
          }
        }
      }
    }
  },
  mermaid: { fontFamily: 'inherit' },
  // The library that draws the pictures is larger than what Vite warns of; a page without a picture does not load it.
  vite: {
    build: { chunkSizeWarningLimit: 2000 },
    plugins: [
      {
        name: 'libraries-for-pages-above-docs',
        enforce: 'pre',
        // Those pages do not find docs/node_modules by themselves.
        resolveId(id: string, importer: string | undefined, options: object) {
          if (/^vue(\/|$)/.test(id) && importer?.includes('.md') && !importer.startsWith(`${repository}docs/`)) {
            return this.resolve(id, `${repository}docs/index.md`, { ...options, skipSelf: true })
          }
        }
      }
    ]
  },
  async buildEnd(site) {
    await checkPictures(pictures)
    for (const linked of linkedFiles) {
      const copy = path.join(site.outDir, 'files', linked)
      mkdirSync(path.dirname(copy), { recursive: true })
      cpSync(path.join(repository, linked), copy, { recursive: true })
    }
  }
})

/** The path of a page in the repository. */
function source(env: { realPath?: string; path: string }): string {
  return path.relative(repository, env.realPath ?? env.path)
}

/** The address of a page in the site, which is that in the repository without docs/. */
function page(absolute: string): string {
  return '/' + path.relative(repository, absolute).replace(/^docs\//, '')
}

/** The address of the copy of a file, which the end of the build makes. A folder is shown by its path alone. */
function file(absolute: string): string {
  if (!existsSync(absolute)) {
    throw new Error(`a page links to ${path.relative(repository, absolute)}, which is not there`)
  }
  const relative = path.relative(repository, absolute)
  if (statSync(absolute).isFile()) {
    linkedFiles.add(relative)
  }
  return `/files/${relative}`
}
