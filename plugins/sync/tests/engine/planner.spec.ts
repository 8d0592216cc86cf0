import { test } from '@japa/runner'
import { plainRules } from './sim/contract.js'
import { plan, type Agreed, type Entry, type PlanInput } from '@crossdock/sync-engine'
import { size } from '@crossdock/kernel/testing'
import { pair } from './lab.js'
import { posix } from './sim/disk.js'

function trees(tree: Record<string, string>) {
  const make = (side: string) => {
    const entries = new Map<string, Entry>()
    for (const [path, content] of Object.entries(tree)) {
      const [folder, name] = path.split('/') as [string, string]
      const parentId = `${side}${folder}`
      const rest = { hash: null, size: 0, modifiedAt: 0, version: '' }
      entries.set(parentId, { id: parentId, parentId: null, name: folder, kind: 'folder', ...rest })
      entries.set(side + path, {
        id: side + path,
        parentId,
        name,
        kind: 'file',
        ...rest,
        hash: content,
        size: 9,
        version: 'v',
      })
    }
    return { entries, isRootThere: true, isTrusted: true, traits: posix }
  }
  return { source: make('s'), target: make('t') }
}

test.group('Planner', () => {
  test('brings a first tree to the other side, then has nothing to do', ({ assert }) => {
    const { source, target, contract } = pair({ 'a/b/c.txt': 'one', 'd.txt': 'two' }, {})
    contract.settle()
    assert.deepEqual(target.list(), source.list())
    assert.lengthOf(contract.plan().operations, 0)
  })

  test('agrees without transfer when both sides are equal', ({ assert }) => {
    const tree = { 'a/b.txt': 'one', 'c.txt': 'two' }
    const { contract } = pair(tree, tree)
    assert.isTrue(contract.plan().operations.every(({ type }) => type === 'agree'))
    contract.settle()
    assert.equal(contract.bytes, 0)
  })

  test('moves a folder with its files as one step without bytes', ({ assert }) => {
    for (const hasIds of [true, false]) {
      const { source, target, contract } = pair(
        { 'a/b/1': 'one', 'a/b/2': 'two', 'z/3': 'x' },
        {},
        { hasIds }
      )
      contract.settle()
      contract.bytes = 0
      source.move(source.find('a/b')!, source.find('z')!.id, 'c')
      const { operations } = contract.plan()
      assert.deepEqual(
        operations.filter(({ type }) => type !== 'agree').map(({ type, path }) => [type, path]),
        [['move', 'z/c']]
      )
      contract.settle()
      assert.deepEqual(target.list(), source.list())
      assert.equal(contract.bytes, 0)
    }
  })

  test('applies an edit on one side and a move on the other', ({ assert }) => {
    const { source, target, contract } = pair({ 'a/1': 'one', 'b/': '' }, {})
    contract.settle()
    source.write(source.find('a/1')!, 'two', 5)
    target.move(target.find('a/1')!, target.find('b')!.id, '2')
    contract.settle()
    assert.deepEqual(source.list(), ['a/', 'b/', 'b/2=two'])
    assert.deepEqual(target.list(), source.list())
  })

  test('plans 100,000 entries a side within a second', ({ assert }) => {
    const many = size({ quick: 20_000, full: 100_000 })
    const tree: Record<string, string> = {}
    for (let at = 0; at < many; at++) tree[`f${at % 1000}/g${at}`] = `c${at}`
    const { source, target } = trees(tree)
    const agreed = new Map<string, Agreed>()
    const input = (): PlanInput => ({
      source,
      target,
      agreed,
      rules: plainRules,
      resolutions: new Map(),
      held: new Set(),
      released: null,
      newKey: () => `k${++keys}`,
    })
    let keys = 0
    const timed = () => {
      const start = process.cpuUsage()
      const { operations } = plan(input())
      return { ms: process.cpuUsage(start).user / 1000, operations }
    }
    const first = timed()
    for (const operation of first.operations)
      if (operation.type === 'agree') agreed.set(operation.key, operation.agreed)
    const second = timed()
    assert.lengthOf(second.operations, 0)
  })
})
