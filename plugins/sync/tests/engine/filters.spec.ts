import { test } from '@japa/runner'
import { filterOf, isTemporary, nameProblem, type FilterRules } from '@crossdock/sync-engine'
import { pair } from './lab.js'
import { windows } from './sim/disk.js'

const nothing: FilterRules = { fileTypes: [], excludePatterns: [], folders: [] }

/** Patterns as in a .gitignore, with paths that they hide and paths that they keep. A folder ends with a slash. */
const patterns: [string[], string[], string[]][] = [
  [['*.tmp'], ['a.tmp', 'x/y/a.tmp', '.tmp'], ['a.tmp.txt', 'tmp']],
  [['/build/'], ['build/'], ['build', 'x/build/']],
  [['build/'], ['build/', 'x/build/'], ['build']],
  [['docs/*.bak'], ['docs/a.bak'], ['x/docs/a.bak', 'docs/x/a.bak']],
  [['docs/**/*.bak'], ['docs/a.bak', 'docs/x/y/a.bak'], ['a.bak']],
  [['**/cache'], ['cache', 'a/b/cache'], ['caches']],
  [['logs/**'], ['logs/a', 'logs/a/b'], ['logs/']],
  [['*.log', '!keep.log'], ['a.log'], ['keep.log', 'x/keep.log']],
  [
    ['file?.txt', 'v[0-9]', 'w[!a]'],
    ['file1.txt', 'v7', 'wb'],
    ['file.txt', 'v10', 'wa', 'w/'],
  ],
  [
    ['# no pattern', '', '\\#one', 'a+b (c)'],
    ['#one', 'a+b (c)'],
    ['# no pattern', 'aab c'],
  ],
  [['[z-a]', '['], ['['], ['a', 'z']],
]

test.group('Filters of sync', () => {
  for (const [excludePatterns, hidden, left] of patterns)
    test(`patterns ${excludePatterns.join(' ')}`, ({ assert }) => {
      const filter = filterOf({ ...nothing, excludePatterns })!
      const isHidden = (path: string) =>
        filter(path.replace(/\/$/, ''), path.endsWith('/') ? 'folder' : 'file') !== null
      for (const path of hidden) assert.isTrue(isHidden(path), path)
      for (const path of left) assert.isFalse(isHidden(path), path)
    })

  test('no pattern is slow', ({ assert }) => {
    const filter = filterOf({ ...nothing, excludePatterns: [`${'*a'.repeat(12)}b`, '**/**/**/x'] })!
    const start = process.cpuUsage()
    assert.isNull(filter('a'.repeat(60), 'file'))
    assert.isBelow(process.cpuUsage(start).user, 1_000_000)
  })

  test('types apply to files, selected folders to everything', ({ assert }) => {
    const filter = filterOf({ ...nothing, fileTypes: ['.PDF'], folders: ['/Plans/2026/'] })!
    assert.isNull(filter('Plans', 'folder'))
    assert.isNull(filter('Plans/2026/a.pdf', 'file'))
    assert.equal(filter('Plans/2026/a.txt', 'file')!.reason, 'file_type')
    assert.equal(filter('Plans/2026/pdf', 'file')!.reason, 'file_type')
    assert.equal(filter('Plans/2025', 'folder')!.reason, 'not_selected')
    assert.equal(filter('Plans', 'file')!.reason, 'not_selected')
    assert.isNull(filterOf(nothing))
  })

  test('our own temporary files are ignored', ({ assert }) => {
    assert.isTrue(isTemporary('.crossdock-tmp-1'))
    const { target, contract } = pair({ '.crossdock-tmp-1': 'x', a: 'y' }, {})
    contract.settle()
    assert.deepEqual(target.list(), ['a=y'])
    assert.lengthOf(contract.plan().skipped, 0)
  })

  test('a rule that changes deletes nothing', ({ assert }) => {
    const { source, target, contract } = pair({ 'a.tmp': 'x', b: 'y' }, {})
    contract.settle()
    const rules = contract.rules as { excludePatterns: readonly string[] }
    rules.excludePatterns = ['*.tmp']
    contract.settle()
    source.remove(source.find('a.tmp')!)
    contract.settle()
    assert.deepEqual(target.list(), ['a.tmp=x', 'b=y'])
    rules.excludePatterns = []
    contract.settle()
    assert.deepEqual(source.list(), ['a.tmp=x', 'b=y'])
  })

  test('names that Windows forbids', ({ assert }) => {
    for (const name of ['con', 'NUL.txt', 'a.', 'a ', 'a?', 'a\u0001', 'COM1', 'lpt9.log'])
      assert.equal(nameProblem(name, name, windows)?.reason, 'forbidden_name', name)
    for (const name of ['console', 'com10', '.a', 'a b', '\u00e9'])
      assert.isNull(nameProblem(name, name, windows), name)
  })
})
