import { test } from '@japa/runner'
import type { Rules, Traits } from '@crossdock/sync-engine'
import { fill, pair } from './lab.js'
import type { Disk } from './sim/disk.js'

type Shape = Record<string, string>

/** Both sides have `agreed`, then they are changed. A list is compared in order; a folder ends with a slash. */
interface Case {
  agreed: Shape
  source?: (disk: Disk) => void
  target?: (disk: Disk) => void
  rules?: Partial<Rules>
  traits?: { source?: Partial<Traits>; target?: Partial<Traits> }
  /** The expected content of both sides, or of each. */
  both?: string[]
  ends?: { source: string[]; target: string[] }
  bytes?: number
  kept?: string[]
  skipped?: string[]
  conflicts?: string[]
}

const edit =
  (path: string, content: string, at = 10) =>
  (disk: Disk) =>
    disk.write(disk.find(path)!, content, at)
const remove = (path: string) => (disk: Disk) => disk.remove(disk.find(path)!, true)
const add =
  (path: string, content = '') =>
  (disk: Disk) =>
    void fill(disk, { [path]: content }, 10)
const move = (from: string, to: string) => (disk: Disk) => {
  const at = to.lastIndexOf('/')
  const folder = at < 0 ? null : disk.find(to.slice(0, at))!.id
  disk.move(disk.find(from)!, folder, to.slice(at + 1))
}
const all =
  (...acts: ((disk: Disk) => void)[]) =>
  (disk: Disk) =>
    acts.forEach((act) => act(disk))
const trouble = (path: string, what: 'busy' | 'unreadable') => (disk: Disk) =>
  void (disk.find(path)!.trouble = what)
const untrusted = (disk: Disk) => void (disk.isTrusted = false)

/* Named after the cases of ownCloud's and Nextcloud's client tests, of smashbox and of Mutagen's reconciliation. */
const cases: Record<string, Case> = {
  moveFile: {
    agreed: { 'a/1': 'x', 'b/': '' },
    source: move('a/1', 'b/1'),
    both: ['a/', 'b/', 'b/1=x'],
    bytes: 0,
  },
  moveDirectory: {
    agreed: { 'a/1': 'x', 'a/2/3': 'y' },
    target: move('a', 'b'),
    both: ['b/', 'b/1=x', 'b/2/', 'b/2/3=y'],
    bytes: 0,
  },
  'selfConflictMove: two files swap names': {
    agreed: { a: 'x', b: 'y' },
    source: all(move('a', 'c'), move('b', 'a'), move('c', 'b')),
    both: ['a=y', 'b=x'],
    bytes: 0,
  },
  remoteChangeInMovedFolder: {
    agreed: { 'a/1': 'x', 'b/': '' },
    source: move('a', 'b/a'),
    target: edit('a/1', 'xx'),
    both: ['b/', 'b/a/', 'b/a/1=xx'],
  },
  moveAndEditOnOneSide: {
    agreed: { 'a/1': 'x', 'b/': '' },
    source: all(move('a/1', 'b/1'), edit('b/1', 'y')),
    both: ['a/', 'b/', 'b/1=y'],
  },
  invertFolderHierarchy: {
    agreed: { 'a/b/c/1': 'x' },
    source: all(move('a/b/c', 'c'), move('a/b', 'c/b'), move('a', 'c/b/a')),
    both: ['c/', 'c/1=x', 'c/b/', 'c/b/a/'],
    bytes: 0,
  },
  'oppositeMoves: the source decides': {
    agreed: { 'a/1': 'x', 'b/2': 'y' },
    source: move('a', 'b/a'),
    target: move('b', 'a/b'),
    both: ['b/', 'b/2=y', 'b/a/', 'b/a/1=x'],
    bytes: 0,
  },
  'moveFilesTwice: parent and file': {
    agreed: { 'a/1': 'x' },
    source: all(move('a', 'b'), move('b/1', 'b/2')),
    target: move('a', 'c'),
    both: ['b/', 'b/2=x'],
    bytes: 0,
  },
  'renamed here, moved there': {
    agreed: { 'a/1': 'x', 'b/': '' },
    source: move('a/1', 'a/2'),
    target: move('a/1', 'b/1'),
    both: ['a/', 'b/', 'b/2=x'],
    bytes: 0,
  },
  'both renamed to one name': {
    agreed: { a: 'x', b: 'y' },
    source: move('a', 'c'),
    target: move('b', 'c'),
    both: ['c (2)=y', 'c=x'],
    bytes: 0,
  },
  localDirRenameRecreate: {
    agreed: { 'a/1': 'x' },
    source: all(move('a', 'b'), add('a/')),
    both: ['a/', 'b/', 'b/1=x'],
    bytes: 0,
  },
  'rename A to B, then a new A': {
    agreed: { a: 'x' },
    source: all(move('a', 'b'), add('a', 'new')),
    both: ['a=new', 'b=x'],
    bytes: 3,
  },
  dirBecomesFile: {
    agreed: { 'a/1': 'x' },
    source: all(remove('a'), add('a', 'file')),
    both: ['a=file'],
  },
  fileBecomesDir: {
    agreed: { a: 'x' },
    source: all(remove('a'), add('a/1', 'y')),
    both: ['a/', 'a/1=y'],
  },
  'a folder becomes the file that lay in it': {
    agreed: { 'a/b': 'x' },
    source: all(move('a/b', 't'), remove('a'), move('t', 'a')),
    both: ['a=x'],
    bytes: 0,
  },
  caseOnlyRename: {
    agreed: { readme: 'x' },
    source: move('readme', 'README'),
    traits: { target: { isCaseSensitive: false } },
    both: ['README=x'],
    bytes: 0,
  },
  caseConflicts: {
    agreed: { a: 'x' },
    source: add('A', 'y'),
    traits: { target: { isCaseSensitive: false } },
    ends: { source: ['A=y', 'a=x'], target: ['a=x'] },
    skipped: ['source A case_clash'],
  },
  unicodeForms: {
    agreed: { '\u00e9': 'x' },
    source: add('e\u0301', 'y'),
    traits: { target: { isFormSensitive: false } },
    ends: { source: ['e\u0301=y', '\u00e9=x'], target: ['\u00e9=x'] },
    skipped: ['source e\u0301 form_clash'],
  },
  'names that Windows forbids': {
    agreed: {},
    source: all(add('a:b', 'x'), add('con.txt', 'x'), add('dot.', 'x'), add('f', 'x')),
    traits: { target: { names: 'windows' } },
    ends: { source: ['a:b=x', 'con.txt=x', 'dot.=x', 'f=x'], target: ['f=x'] },
    skipped: [
      'source a:b forbidden_name',
      'source con.txt forbidden_name',
      'source dot. forbidden_name',
    ],
  },
  'a name that is too long': {
    agreed: {},
    source: add('abcdef', 'x'),
    traits: { target: { maxNameBytes: 5 } },
    ends: { source: ['abcdef=x'], target: [] },
    skipped: ['source abcdef name_too_long'],
  },
  deleteDirectoryWithNewFile: {
    agreed: { 'a/1': 'x', 'a/2': 'y' },
    source: remove('a'),
    target: add('a/3', 'z'),
    both: ['a/', 'a/3=z'],
  },
  'concurrentDirRemove: a changed file stays': {
    agreed: { 'a/1': 'x', 'a/2': 'y' },
    source: remove('a'),
    target: edit('a/1', 'xx'),
    both: ['a/', 'a/1=xx'],
  },
  'deleted here, moved there': {
    agreed: { 'a/1': 'x', 'b/': '' },
    source: remove('a'),
    target: move('a/1', 'b/1'),
    both: ['b/', 'b/1=x'],
  },
  'moved into a folder that is deleted there': {
    agreed: { 'a/': '', b: 'x' },
    source: move('b', 'a/b'),
    target: remove('a'),
    both: ['a/', 'a/b=x'],
    bytes: 0,
  },
  'deleted on both sides': {
    agreed: { a: 'x', b: 'y' },
    source: remove('a'),
    target: remove('a'),
    both: ['b=y'],
    bytes: 0,
  },
  emptyFolder: { agreed: {}, source: add('a/b/'), both: ['a/', 'a/b/'], bytes: 0 },
  conflictsSameContent: {
    agreed: { a: 'x' },
    source: edit('a', 'y'),
    target: edit('a', 'y'),
    both: ['a=y'],
    bytes: 0,
  },
  'both created, same content': {
    agreed: {},
    source: add('a', 'y'),
    target: add('a', 'y'),
    both: ['a=y'],
    bytes: 0,
  },
  'both created: the newer wins, the other is kept': {
    agreed: {},
    source: add('a', 'old'),
    target: all(add('a', 'new'), edit('a', 'new', 20)),
    both: ['a=new'],
    kept: ['old'],
  },
  'both changed: local_wins': {
    agreed: { a: 'x' },
    source: edit('a', 's'),
    target: edit('a', 't', 20),
    rules: { conflicts: 'source' },
    both: ['a=s'],
    kept: ['t'],
  },
  'both changed: remote_wins': {
    agreed: { a: 'x' },
    source: edit('a', 's', 20),
    target: edit('a', 't'),
    rules: { conflicts: 'target' },
    both: ['a=t'],
    kept: ['s'],
  },
  'both changed: timestamp': {
    agreed: { a: 'x' },
    source: edit('a', 's', 20),
    target: edit('a', 't'),
    both: ['a=s'],
    kept: ['t'],
  },
  'both changed: manual': {
    agreed: { a: 'x' },
    source: edit('a', 's'),
    target: edit('a', 't'),
    rules: { conflicts: 'manual' },
    ends: { source: ['a=s'], target: ['a=t'] },
    conflicts: ['both_changed'],
    skipped: ['source a conflict', 'target a conflict'],
  },
  'changed and deleted: manual': {
    agreed: { a: 'x' },
    source: edit('a', 's'),
    target: remove('a'),
    rules: { conflicts: 'manual' },
    ends: { source: ['a=s'], target: [] },
    conflicts: ['changed_and_deleted'],
  },
  'a file here, a folder there': {
    agreed: {},
    source: add('a', 'x'),
    target: add('a/1', 'y'),
    both: ['a (2)/', 'a (2)/1=y', 'a=x'],
  },
  'problematic: a busy file keeps its folder': {
    agreed: { 'a/1': 'x', 'a/2': 'y' },
    source: remove('a'),
    target: trouble('a/1', 'busy'),
    ends: { source: [], target: ['a/', 'a/1=x'] },
    skipped: ['target a deletion_kept', 'target a/1 busy'],
  },
  'problematic: an unreadable folder deletes nothing': {
    agreed: { 'a/1': 'x', b: 'y' },
    source: all((disk) => disk.remove(disk.find('a/1')!), trouble('a', 'unreadable')),
    ends: { source: ['a/', 'b=y'], target: ['a/', 'a/1=x', 'b=y'] },
    skipped: ['source a unreadable'],
  },
  'rmLocalStateDB: a side without memory gets back what it misses': {
    agreed: { a: 'x', 'b/1': 'y' },
    source: all(remove('a'), remove('b'), untrusted),
    both: ['a=x', 'b/', 'b/1=y'],
  },
  'backupRestored: an older disk does not win': {
    agreed: { a: 'x' },
    source: all(edit('a', 'old', 0), untrusted),
    both: ['a=x'],
    kept: ['old'],
  },
  'backupRestored: what is newer goes up again': {
    agreed: { a: 'x' },
    source: all(edit('a', 'new', 20), untrusted),
    both: ['a=new'],
  },
  'add only keeps what is deleted': {
    agreed: { a: 'x', 'b/1': 'y' },
    source: all(remove('a'), remove('b')),
    rules: { deletes: false },
    ends: { source: [], target: ['a=x', 'b/', 'b/1=y'] },
    skipped: ['target a deletion_kept', 'target b deletion_kept', 'target b/1 deletion_kept'],
  },
  'one way: a change at the target is overwritten and kept': {
    agreed: { a: 'x' },
    target: edit('a', 't', 20),
    rules: { direction: 'forward' },
    both: ['a=x'],
    kept: ['t'],
  },
  'one way: what is deleted at the target is written again': {
    agreed: { a: 'x' },
    target: remove('a'),
    rules: { direction: 'forward' },
    both: ['a=x'],
  },
  'one way: what the target added stays and is listed': {
    agreed: { a: 'x' },
    target: add('b', 't'),
    rules: { direction: 'forward' },
    ends: { source: ['a=x'], target: ['a=x', 'b=t'] },
    skipped: ['target b changed_at_target'],
  },
  'one way: a moved target file goes back': {
    agreed: { a: 'x' },
    target: move('a', 'b'),
    rules: { direction: 'forward' },
    both: ['a=x'],
    bytes: 0,
  },
  'one way: a deletion follows': {
    agreed: { a: 'x', b: 'y' },
    source: remove('a'),
    rules: { direction: 'forward' },
    both: ['b=y'],
  },
  'one way: a source without memory deletes nothing': {
    agreed: { a: 'x', b: 'y' },
    source: all(remove('a'), untrusted),
    rules: { direction: 'forward' },
    ends: { source: ['b=y'], target: ['a=x', 'b=y'] },
    skipped: ['target a changed_at_target'],
  },
  'filters: an excluded file and a type': {
    agreed: {},
    source: all(add('a.txt', 'x'), add('b.tmp', 'y'), add('c.doc', 'z')),
    rules: { excludePatterns: ['*.tmp'], fileTypes: ['txt', 'tmp'] },
    ends: { source: ['a.txt=x', 'b.tmp=y', 'c.doc=z'], target: ['a.txt=x'] },
    skipped: ['source b.tmp excluded', 'source c.doc file_type'],
  },
  'filters: an excluded file keeps its folder': {
    agreed: { 'a/1': 'x' },
    source: remove('a'),
    target: add('a/2.tmp', 'y'),
    rules: { excludePatterns: ['*.tmp'] },
    ends: { source: [], target: ['a/', 'a/2.tmp=y'] },
  },
  'selective folders': {
    agreed: {},
    source: all(add('Plans/2026/1', 'x'), add('Plans/2025/1', 'y'), add('z', 'z')),
    rules: { folders: ['Plans/2026'] },
    ends: {
      source: ['Plans/', 'Plans/2025/', 'Plans/2025/1=y', 'Plans/2026/', 'Plans/2026/1=x', 'z=z'],
      target: ['Plans/', 'Plans/2026/', 'Plans/2026/1=x'],
    },
    skipped: ['source Plans/2025 not_selected', 'source z not_selected'],
  },
  'too large': {
    agreed: {},
    source: add('a', 'xxxx'),
    rules: { maxFileBytes: 3 },
    ends: { source: ['a=xxxx'], target: [] },
    skipped: ['source a too_large'],
  },
}

test.group('Cases of sync', () => {
  for (const [name, scenario] of Object.entries(cases))
    test(name, ({ assert }) => {
      const { source, target, contract } = pair(scenario.agreed, {}, scenario)
      const rules = contract.rules as { direction: Rules['direction'] }
      contract.settle()
      contract.bytes = 0
      rules.direction = scenario.rules?.direction ?? 'both'
      scenario.source?.(source)
      scenario.target?.(target)
      const first = contract.plan()
      contract.settle()
      assert.deepEqual(source.list(), scenario.ends?.source ?? scenario.both)
      assert.deepEqual(target.list(), scenario.ends?.target ?? scenario.both)
      if (scenario.bytes !== undefined) assert.equal(contract.bytes, scenario.bytes)
      for (const content of scenario.kept ?? []) assert.isTrue(contract.kept.has(content), content)
      const skipped = first.skipped.map(({ side, path, reason }) => `${side} ${path} ${reason}`)
      if (scenario.skipped) assert.deepEqual(skipped.sort(), scenario.skipped)
      const conflicts = first.operations.filter((step) => step.type === 'conflict')
      assert.deepEqual(
        conflicts.map(({ cause }) => cause),
        scenario.conflicts ?? []
      )
    })

  test('without ids a folder that was renamed is moved, not copied', ({ assert }) => {
    const { source, target, contract } = pair(
      { 'a/1': 'x', 'a/b/2': 'y', 'a/3': 'x' },
      {},
      { hasIds: false }
    )
    contract.settle()
    contract.bytes = 0
    source.move(source.find('a')!, null, 'z')
    assert.equal(contract.plan().counts.moved, 1)
    contract.settle()
    assert.deepEqual(target.list(), ['z/', 'z/1=x', 'z/3=x', 'z/b/', 'z/b/2=y'])
    assert.equal(contract.bytes, 0)
  })

  for (const [keep, ends, kept] of [
    ['source', ['a=s'], ['t']],
    ['target', ['a=t'], ['s']],
    ['both', ['a (2)=t', 'a=s'], []],
    ['merged', ['a=m'], ['s', 't']],
  ] as const)
    test(`a person decides a conflict: ${keep}`, ({ assert }) => {
      for (const agreed of [{ a: 'x' }, {}] as Record<string, string>[]) {
        const { source, target, contract } = pair(agreed, {}, { rules: { conflicts: 'manual' } })
        contract.settle()
        fill(source, { a: 's' })
        fill(target, { a: 't' })
        const conflict = contract.plan().operations.find(({ type }) => type === 'conflict')!
        assert.equal(
          conflict.type === 'conflict' && conflict.key,
          contract
            .plan()
            .operations.map((scenario) => (scenario.type === 'conflict' ? scenario.key : ''))[0]
        )
        const answer = { keep, sourceHash: 's', targetHash: 't', mergedHash: 'm', mergedSize: 1 }
        contract.resolutions.set((conflict as { key: string }).key, answer)
        contract.settle()
        assert.deepEqual(source.list(), [...ends])
        assert.deepEqual(target.list(), [...ends])
        for (const content of kept) assert.isTrue(contract.kept.has(content))
      }
    })

  test('a decision about outdated versions is asked again', ({ assert }) => {
    const { source, target, contract } = pair({ a: 'x' }, {}, { rules: { conflicts: 'manual' } })
    contract.settle()
    fill(source, { a: 's2' })
    fill(target, { a: 't' })
    const [conflict] = contract.plan().operations
    contract.resolutions.set((conflict as { key: string }).key, {
      keep: 'target',
      sourceHash: 's',
      targetHash: 't',
    })
    assert.equal(contract.plan().counts.conflicts, 1)
    assert.deepEqual(source.list(), ['a=s2'])
  })

  test('a file that failed recently is skipped, and so is its folder', ({ assert }) => {
    const { source, target, contract } = pair({ 'a/1': 'x', b: 'y' }, {})
    contract.settle()
    source.remove(source.find('a')!, true)
    edit('b', 'yy')(source)
    contract.held.add('a/1')
    contract.settle()
    assert.deepEqual(target.list(), ['a/', 'a/1=x', 'b=yy'])
    contract.held.clear()
    contract.settle()
    assert.deepEqual(target.list(), ['b=yy'])
  })

  test('a file whose content id is unknown is read first', ({ assert }) => {
    const { source, contract } = pair({ a: 'x' }, {})
    const tree = source.tree()
    const entries = new Map([...tree.entries].map(([id, entry]) => [id, { ...entry, hash: null }]))
    const { operations } = contract.plan({
      source: { ...tree, entries },
      target: contract.target.tree(),
    })
    assert.deepEqual(
      operations.map(({ type }) => type),
      ['read']
    )
  })
})

test.group('Brakes of sync', () => {
  const brake = { deletions: { count: 3, percent: 50 }, changes: { count: 3, percent: 50 } }
  const ten = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`f${at}`, `c${at}`]))

  test('a missing root stops everything', ({ assert }) => {
    const { source, contract } = pair(ten, {})
    contract.settle()
    source.isRootThere = false
    const { stop, operations } = contract.plan()
    assert.deepEqual(stop, { code: 'root_missing', side: 'source' })
    assert.lengthOf(operations, 0)
  })

  test('many deletions and many changes wait for a person', ({ assert }) => {
    for (const [act, code] of [
      [remove, 'many_deletions'],
      [(path: string) => edit(path, 'new'), 'many_changes'],
    ] as const) {
      const { source, contract } = pair(ten, {}, { rules: { brake } })
      contract.settle()
      for (let at = 0; at < 5; at++) act(`f${at}`)(source)
      assert.isNull(contract.plan().stop)
      act('f5')(source)
      const { stop, operations, losses } = contract.plan()
      assert.deepEqual(stop, { code, side: 'target', count: 6, of: 10 })
      assert.lengthOf(operations, 6)
      assert.isNull(contract.plan(contract.trees(), losses).stop)
    }
  })

  test('a release covers no later losses', ({ assert }) => {
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`f${at}`, `c${at}`]))
    const strict = { ...brake, deletions: { count: 3, percent: 10 } }
    const { source, contract } = pair(many, {}, { rules: { brake: strict } })
    contract.settle()
    const removeUpTo = (from: number, to: number) => {
      for (let at = from; at < to; at++) remove(`f${at}`)(source)
    }
    removeUpTo(0, 12)
    const { stop, losses } = contract.plan()
    assert.equal(stop?.code, 'many_deletions')
    removeUpTo(12, 15)
    assert.isNull(contract.plan(contract.trees(), losses).stop)
    removeUpTo(15, 17)
    const more = contract.plan(contract.trees(), losses)
    assert.deepEqual(more.stop, { code: 'many_deletions', side: 'target', count: 17, of: 20 })
  })

  test('an empty root stops, however few files it had', ({ assert }) => {
    const { source, contract } = pair({ a: 'x', b: 'y' }, {}, { rules: { brake } })
    contract.settle()
    for (const path of ['a', 'b']) remove(path)(source)
    assert.equal(contract.plan().stop?.code, 'many_deletions')
  })
})
