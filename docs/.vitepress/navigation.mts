import type { DefaultTheme } from 'vitepress'

type Group = DefaultTheme.SidebarItem

/** A group of the navigation: pairs of a text and the address of its page. */
function group(text: string, ...pages: [string, string][]): Group {
  return { text, collapsed: true, items: pages.map(([title, link]) => ({ text: title, link })) }
}

const sidebar: Group[] = [
  group('Start', ['Start', '/start'], ['Coming from another lock', '/coming-from'],
    ['From Redisson', '/from-redisson'], ['From Curator', '/from-curator'], ['How it compares', '/comparison']),
  group('Recipes',
    ['All recipes', '/recipes/'],
    ['A nightly job, once', '/recipes/nightly-job'],
    ['A lottery', '/recipes/lottery'],
    ['Stock that never goes negative', '/recipes/stock'],
    ['A cache refreshed by one', '/recipes/cache'],
    ['At most three calls to a partner', '/recipes/partner'],
    ['A leader', '/recipes/leader'],
    ['An import that resumes', '/recipes/import'],
    ['A migration at start-up', '/recipes/migration'],
    ['A lock around a transaction', '/recipes/transaction'],
    ['A shell script under cron', '/recipes/cron'],
    ['A Kubernetes CronJob', '/recipes/kubernetes-cronjob']),
  group('Guide', ['Guide', '/guide'], ['Your own client', '/own-client']),
  group('Stores', ['Which store?', '/which-store'], ['Redis', '/redis'], ['Databases', '/sql'],
    ['ZooKeeper and etcd', '/consensus']),
  group('Spring', ['Spring', '/spring'], ['Integrations', '/integrations']),
  group('Operations', ['What to watch', '/operations'], ['Doctor', '/doctor'], ['Kubernetes', '/kubernetes'],
    ['Compatibility', '/compatibility']),
  group('Reliability', ['What is promised', '/claims'], ['Reliability', '/reliability'],
    ['The simulation', '/reliability/simulation'], ['Models and tests', '/reliability/models-and-tests'],
    ['The lab', '/lab'], ['Episodes', '/lab/episodes'], ['Runs', '/lab/runs'], ['Controls', '/lab/controls'],
    ['Measures', '/lab/measures']),
  group('Performance', ['What a lock costs', '/performance'], ['Benchmarks', '/benchmarks']),
  group('Reference', ['Rules', '/SPEC'], ['Test kit', '/tck'], ['Decisions', '/adr/README'],
    ['Changes', '/CHANGELOG']),
  group('Contributing', ['Contributing', '/CONTRIBUTING'], ['Architecture', '/architecture'],
    ['Models in TLA+', '/spec/README'])
]

const sidebarChinese: Group[] = [
  group('入门', ['入门', '/zh/start'], ['从其他方案迁移', '/zh/coming-from'], ['与其他方案的比较', '/zh/comparison']),
  group('实例',
    ['全部实例', '/zh/recipes/'],
    ['每晚只运行一次的任务', '/zh/recipes/nightly-job'],
    ['抽奖', '/zh/recipes/lottery'],
    ['永不为负的库存', '/zh/recipes/stock'],
    ['由一个进程刷新的缓存', '/zh/recipes/cache'],
    ['对合作方最多三个并发调用', '/zh/recipes/partner'],
    ['选出一个领导者', '/zh/recipes/leader'],
    ['可以续做的导入', '/zh/recipes/import'],
    ['启动时的数据迁移', '/zh/recipes/migration'],
    ['锁与事务', '/zh/recipes/transaction'],
    ['cron 下的脚本', '/zh/recipes/cron'],
    ['Kubernetes CronJob', '/zh/recipes/kubernetes-cronjob']),
  group('可靠性', ['承诺了什么', '/zh/claims']),
  group('英文文档', ['指南', '/guide'], ['选择哪种存储', '/which-store'], ['规则', '/SPEC'])
]

export const english: DefaultTheme.Config = {
  nav: [
    { text: 'Start', link: '/start' },
    { text: 'Recipes', link: '/recipes/' },
    { text: 'Stores', link: '/which-store' },
    { text: 'Guide', link: '/guide' }
  ],
  sidebar
}

export const chinese: DefaultTheme.Config = {
  nav: [
    { text: '入门', link: '/zh/start' },
    { text: '实例', link: '/zh/recipes/' },
    { text: '承诺了什么', link: '/zh/claims' }
  ],
  sidebar: { '/zh/': sidebarChinese },
  outline: { level: [2, 3], label: '本页内容' },
  docFooter: { prev: '上一页', next: '下一页' },
  darkModeSwitchLabel: '外观',
  sidebarMenuLabel: '菜单',
  returnToTopLabel: '回到顶部',
  langMenuLabel: '语言'
}
