import { createHash } from 'node:crypto'
import type { Plan, PlannedOperation, Rules, SideName, Tree } from '@crossdock/sync-engine'
import { Contract, plainRules, type Hooks } from './contract.js'
import { Disk, DiskError, posix, windows, withoutIds, type Item } from './disk.js'
import { Intents } from './intents.js'
import type { Program } from './programs.js'

/** Actions of people, machines or the network; a program refers to them by number. */
export const verbs = [
  'edit',
  'create',
  'mkdir',
  'rename',
  'move',
  'remove',
  'scan',
  'pass',
  'brokenPass',
  'remember',
  'restoreDisk',
  'restoreServer',
  'loseState',
  'trouble',
  'jump',
  'tinker',
  'resolve',
  'rest',
] as const
type Verb = (typeof verbs)[number]

const weights: Partial<Record<Verb, number>> = {
  edit: 3,
  create: 4,
  mkdir: 2,
  rename: 4,
  move: 4,
  remove: 3,
  scan: 3,
  pass: 4,
  brokenPass: 4,
  rest: 2,
}

/** Verbs by number; frequent ones occur several times. */
export const weighted = verbs.flatMap((verb, at) => Array<number>(weights[verb] ?? 1).fill(at))

const names = ['a', 'b', 'c', 'd', 'A', 'x.tmp', '\u00e9', 'e\u0301', 'con', 'f.txt', 'g.txt']
const mostPlans = 200

export class Violation extends Error {}

/** Disks, a server with contracts between them, people and accidents. */
export class World {
  readonly disks: Disk[]
  readonly contracts: Contract[] = []
  private readonly reports = new Map<string, Tree>()
  private readonly untrusted = new Set<string>()
  private readonly memories = new Map<string, ReturnType<Disk['snapshot']>>()
  private serverMemory: {
    disk: ReturnType<Disk['snapshot']>
    agreed: Contract['agreed'][]
  } | null = null
  private readonly written = new Set<string>(['', 'merged'])
  private readonly trace = createHash('sha256')
  private readonly intents: Intents
  private words = 0
  private clock = 1_000
  private tinkerer: number | null = null
  private faults = 0

  constructor(
    private readonly program: Program,
    private readonly plant?: Hooks['plant']
  ) {
    const at = (index: number) => this.program.setup[index] ?? 0
    const traits = [posix, withoutIds, posix, windows, posix]
    const count = at(0) % 3 === 0 ? 3 : 2
    this.disks = Array.from({ length: count }, (_, index) =>
      index === 1
        ? new Disk('B', at(1) % 2 === 0 ? posix : traits[at(2) % traits.length])
        : new Disk(index === 0 ? 'A' : 'C', traits[at(3 + index) % traits.length])
    )
    const conflicts = (['newest', 'source', 'target', 'manual'] as const)[at(6) % 4]!
    const rules: Rules = {
      ...plainRules,
      conflicts,
      direction: at(7) % 6 === 5 ? 'forward' : 'both',
      deletes: at(8) % 8 !== 7,
      excludePatterns: at(9) % 4 === 3 ? ['*.tmp'] : [],
    }
    const hooks: Hooks = {
      fate: (operation) => this.fate(operation),
      whileReading: (item) => this.tinkerWith(item),
      ...(this.plant && { plant: this.plant }),
    }
    for (let index = 0; index + 1 < count; index++)
      this.contracts.push(
        new Contract(`k${index}-`, this.disks[index]!, this.disks[index + 1]!, rules, hooks)
      )
    this.intents = new Intents(this.disks, rules)
    if (at(10) % 3 > 0) this.begin(at(11))
  }

  /** Creates a tree on all sides, which the program then changes. */
  private begin(shape: number): void {
    for (let index = 0; index < 8; index++) {
      const isFolder = (shape >> (index % 4)) % 2 === index % 2
      this[isFolder ? 'mkdir' : 'create'](0, index % 3 === 0 ? 0 : 2 * index + 1, index)
    }
    this.rest()
  }

  /** Runs the program, lets everything settle, and judges. Returns the hash of all that happened. */
  run(): string {
    for (const [verb, a, b, c] of this.program.steps) {
      this[verbs[(verb ?? 0) % verbs.length]!](a ?? 0, b ?? 0, c ?? 0)
      this.probe()
    }
    this.rest()
    return this.trace.digest('hex')
  }

  private note(...what: unknown[]): void {
    this.trace.update(JSON.stringify(what))
  }

  /** Asserts that each file has content that a person wrote completely. */
  private probe(): void {
    for (const disk of this.disks)
      for (const { content, kind } of disk.items.values())
        if (kind === 'file' && !this.written.has(content))
          throw new Violation(`invented: ${JSON.stringify(content)}`)
    this.note(this.disks.map((disk) => disk.list()))
  }

  private word(): string {
    const word = `${++this.words}word${this.words}`
    this.written.add(word)
    return word
  }

  private diskOf = (a: number) => this.disks[a % this.disks.length]!

  private pick(disk: Disk, b: number, kind?: Item['kind']): Item | null {
    const items = [...disk.items.values()].filter((item) => !kind || item.kind === kind)
    return items[b % (items.length || 1)] ?? null
  }

  private nameOf = (c: number, isNew: boolean) =>
    isNew || c % 3 === 0 ? `n${++this.words}` : names[c % names.length]!

  private byPerson(work: () => void): void {
    try {
      work()
    } catch (error) {
      if (!(error instanceof DiskError)) throw error
    }
  }

  edit(a: number, b: number): void {
    const disk = this.diskOf(a)
    const item = this.pick(disk, b, 'file')
    if (item) this.editItem(disk, item)
  }

  private editItem(disk: Disk, item: Item): void {
    const word = this.word()
    this.intents.edit(item, word)
    disk.write(item, word, ++this.clock)
  }

  create(a: number, b: number, c: number): void {
    this.byPerson(() => this.put(this.diskOf(a), b, this.nameOf(c, false), 'file'))
  }

  mkdir(a: number, b: number, c: number): void {
    this.byPerson(() => this.put(this.diskOf(a), b, this.nameOf(c, false), 'folder'))
  }

  private put(disk: Disk, b: number, name: string, kind: Item['kind']): void {
    const folder = b % 2 === 0 ? null : this.pick(disk, b >> 1, 'folder')
    const content = kind === 'file' ? this.word() : ''
    const time = kind === 'file' ? ++this.clock : 0
    disk.make(folder?.id ?? null, name, kind, content, time)
    this.intents.use(name)
  }

  rename(a: number, b: number, c: number): void {
    const disk = this.diskOf(a)
    const item = this.pick(disk, b)
    if (!item) return
    const name = this.nameOf(c, false)
    this.byPerson(() => {
      disk.move(item, item.parentId, name)
      this.intents.move(disk, item)
    })
  }

  move(a: number, b: number, c: number): void {
    const disk = this.diskOf(a)
    const item = this.pick(disk, b)
    if (!item) return
    const folder = c % 3 === 0 ? null : this.pick(disk, c, 'folder')
    if ((folder?.id ?? null) === item.parentId) return
    this.byPerson(() => {
      disk.move(item, folder?.id ?? null, item.name)
      this.intents.move(disk, item)
    })
  }

  remove(a: number, b: number): void {
    const disk = this.diskOf(a)
    const item = this.pick(disk, b)
    if (!item) return
    this.intents.remove(disk, item)
    disk.remove(item, true)
  }

  scan(a: number): void {
    const disk = this.diskOf(a)
    for (const contract of this.contracts)
      for (const side of ['source', 'target'] as const)
        if (contract[side] === disk) this.report(contract, side)
  }

  private report(contract: Contract, side: SideName): Tree {
    const key = contract.name + side
    const tree = { ...contract[side].tree(), isTrusted: !this.untrusted.has(key) }
    this.reports.set(key, tree)
    return tree
  }

  /** The server plans with the last reports, and does the first steps of the plan. */
  pass(a: number, b: number): void {
    const contract = this.contracts[a % this.contracts.length]!
    this.passOf(contract, b % 4 === 0 ? Infinity : (b % 8) + 1)
  }

  private passOf(contract: Contract, most = Infinity): Plan {
    const treeOf = (side: SideName) =>
      this.reports.get(contract.name + side) ?? this.report(contract, side)
    const trees = { source: treeOf('source'), target: treeOf('target') }
    const plan = contract.plan(trees)
    this.note(plan.operations)
    if (this.isSure(contract, trees)) this.checkOrder(plan)
    contract.carryOut(plan, most)
    // An outcome arrives with a report, in one transaction: a tree is never older than its agreed state.
    this.report(contract, 'source')
    this.report(contract, 'target')
    if (most === Infinity)
      for (const side of ['source', 'target'] as const)
        if (!plan.operations.some((step) => step.type === 'read' && step.side === side))
          this.trust(contract, side)
    return plan
  }

  private trust(contract: Contract, side: SideName): void {
    this.untrusted.delete(contract.name + side)
    this.report(contract, side)
  }

  private isSure = (contract: Contract, { source, target }: { source: Tree; target: Tree }) =>
    this.faults === 0 &&
    source.entries.size === contract.source.items.size &&
    target.entries.size === contract.target.items.size

  private checkOrder({ operations }: Plan): void {
    operations.forEach(({ after }, at) => {
      if (after.some((step) => step >= at)) throw new Violation('a step waits for a later one')
    })
  }

  /** Steps fail, or their answers are lost, according to the bits of two numbers. */
  brokenPass(a: number, b: number, c: number): void {
    this.faults = (b << 6) | c | 1
    this.passOf(this.contracts[a % this.contracts.length]!)
    this.faults = 0
  }

  private fate({ type }: PlannedOperation): 'fail' | 'lose' | null {
    const fault = this.faults & 3
    this.faults >>= 1
    const isLocal = ['agree', 'forget', 'conflict'].includes(type)
    if (isLocal || fault % 2 === 0) return null
    return fault === 1 ? 'fail' : 'lose'
  }

  remember(a: number): void {
    const disk = this.diskOf(a)
    this.memories.set(disk.name, disk.snapshot())
    this.serverMemory = {
      disk: this.disks[1]!.snapshot(),
      agreed: this.contracts.map(({ agreed }) => new Map(agreed)),
    }
  }

  private forgetTrust(disk: Disk): void {
    for (const contract of this.contracts)
      for (const side of ['source', 'target'] as const)
        if (contract[side] === disk) {
          this.untrusted.add(contract.name + side)
          this.report(contract, side)
        }
  }

  restoreDisk(a: number): void {
    const disk = this.diskOf(a)
    const memory = this.memories.get(disk.name)
    if (!memory) return
    this.intents.disaster()
    disk.restore(memory)
    this.forgetTrust(disk)
  }

  /** The server is restored from an older database and older assets; every agent notices. */
  restoreServer(): void {
    if (!this.serverMemory) return
    this.intents.disaster()
    this.disks[1]!.restore(this.serverMemory.disk)
    this.contracts.forEach((contract, at) => {
      contract.agreed = new Map(this.serverMemory!.agreed[at])
    })
    for (const disk of this.disks) if (disk !== this.disks[1]) this.forgetTrust(disk)
    this.scan(1)
  }

  loseState(a: number): void {
    const disk = this.diskOf(a)
    this.intents.disaster()
    disk.renumber()
    this.forgetTrust(disk)
  }

  trouble(a: number, b: number, c: number): void {
    const item = this.pick(this.diskOf(a), b)
    if (!item) return
    if (item.trouble) delete item.trouble
    else item.trouble = item.kind === 'folder' || c % 2 ? 'unreadable' : 'busy'
  }

  /** The clock of all machines jumps, forwards or backwards. */
  jump(a: number, b: number): void {
    this.clock = Math.max(1, this.clock + (a % 2 ? 1 : -1) * b * 20)
  }

  tinker(a: number): void {
    this.tinkerer = a % 3
  }

  private tinkerWith(item: Item): void {
    if (this.tinkerer === null || this.tinkerer-- > 0) return
    this.tinkerer = null
    this.editItem(
      this.disks.find((disk) => disk.items.get(item.id) === item)!,
      item
    )
  }

  resolve(a: number, b: number): void {
    const contract = this.contracts[a % this.contracts.length]!
    for (const operation of contract.plan().operations) {
      if (operation.type !== 'conflict') continue
      const keep = (['source', 'target', 'both', 'merged'] as const)[b % 4]!
      const { source, target, key } = operation
      const hashes = { sourceHash: source?.hash ?? null, targetHash: target?.hash ?? null }
      const isMerged = keep === 'merged' && source && target
      contract.resolutions.set(key, {
        ...hashes,
        keep: isMerged || keep !== 'merged' ? keep : 'both',
        ...(isMerged && { mergedHash: 'merged', mergedSize: 6 }),
      })
      this.intents.disaster()
      return
    }
  }

  /** Ends all troubles, and lets the sides settle. */
  rest(): void {
    for (const disk of this.disks)
      for (const item of disk.items.values()) if (item.trouble) delete item.trouble
    this.faults = 0
    this.tinkerer = null
    let isQuiet = 0
    for (let plans = 0; isQuiet < this.contracts.length; plans++) {
      if (plans > mostPlans) throw new Violation('does not come to rest')
      const contract = this.contracts[plans % this.contracts.length]!
      this.report(contract, 'source')
      this.report(contract, 'target')
      const { operations } = this.passOf(contract)
      this.probe()
      isQuiet = operations.every(({ type }) => type === 'conflict') ? isQuiet + 1 : 0
    }
    for (const contract of this.contracts) this.checkEqual(contract)
    this.intents.check((message) => {
      throw new Violation(message)
    })
    this.intents.begin()
  }

  private pathsOf = (disk: Disk, side: SideName, ids: ReadonlySet<string>) =>
    [...disk.tree().entries.values()]
      .filter(({ id }) => ids.has(side + id))
      .map(({ id }) => disk.path(disk.get(id)!))

  private checkEqual(contract: Contract): void {
    const { skipped } = contract.plan()
    const ids = new Set(skipped.map(({ side, id }) => side + id))
    for (const { sourceId, targetId } of contract.agreed.values())
      if (ids.has(`source${sourceId}`) || ids.has(`target${targetId}`))
        ids.add(`source${sourceId}`).add(`target${targetId}`)
    const lists = (['source', 'target'] as const).map((side) => {
      const disk = contract[side]
      const paths = [...skipped.map(({ path }) => path), ...this.pathsOf(disk, side, ids)]
      const isSkipped = (path: string) =>
        paths.some((skip) => path === skip || path.startsWith(`${skip}/`))
      return [...disk.items.values()]
        .map((item) => ({ path: disk.path(item).normalize('NFC'), item }))
        .filter(({ item }) => !isSkipped(disk.path(item)))
        .map(({ path, item }) => `${path}=${item.content}`)
        .sort()
    })
    const [source, target] = lists as [string[], string[]]
    if (contract.rules.direction === 'both' && JSON.stringify(source) !== JSON.stringify(target))
      throw new Violation(`differ: ${JSON.stringify({ source, target, skipped })}`)
    const missing = source.filter((line) => !target.includes(line))
    if (missing.length > 0) throw new Violation(`missing at the target: ${missing.join()}`)
  }
}
