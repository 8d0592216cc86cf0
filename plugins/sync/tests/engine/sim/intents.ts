import { nameProblem, type Rules } from '@crossdock/sync-engine'
import type { Disk, Item } from './disk.js'

interface Known {
  name: string
  folder: string
  /** Actions of people on the file, or on a folder above it, since everything was at rest. */
  acts: (
    | { type: 'edit'; word: string }
    | { type: 'move'; name: string }
    | { type: 'remove' | 'above' }
  )[]
}

/**
 * The intents of people, and whether they were met. Independent of the planner's choices: it only judges files
 * that all disks had at rest and that at most one person touched in one way since. Those have one right
 * outcome.
 */
export class Intents {
  private known = new Map<string, Known>()
  private uses = new Map<string, number>()
  private names = new Map<string, number>()
  private later = new Map<string, Known>()
  private isDisaster = false

  constructor(
    private readonly disks: readonly Disk[],
    private readonly rules: Rules
  ) {}

  /** Everything is at rest: contents that all disks have at the same path are known from here on. */
  begin(): void {
    this.known = new Map()
    this.names = new Map()
    // A disk may keep a name whose new form another disk cannot have, so check every disk.
    for (const disk of this.disks) {
      const names = Map.groupBy(disk.items.values(), ({ name }) => fold(name))
      for (const [name, items] of names)
        this.names.set(name, Math.max(this.names.get(name) ?? 0, items.length))
    }
    this.later = new Map()
    this.uses = new Map()
    this.isDisaster = false
    const [first, ...rest] = this.disks.map((disk) => new Set(disk.list()))
    for (const line of first!)
      if (!line.endsWith('/') && rest.every((list) => list.has(line))) {
        const [path, content] = line.split('=') as [string, string]
        const isTwice = this.disks.some(
          (disk) => [...disk.items.values()].filter((it) => it.content === content).length > 1
        )
        if (isTwice) continue
        const at = path.lastIndexOf('/') + 1
        this.known.set(content, { name: path.slice(at), folder: path.slice(0, at), acts: [] })
      }
  }

  use = (name: string) => this.uses.set(fold(name), (this.uses.get(fold(name)) ?? 0) + 1)

  /** From here on, several results are right, until everything is at rest again. */
  disaster = () => (this.isDisaster = true)

  private of = (content: string) => this.known.get(content) ?? this.later.get(content)

  edit(item: Item, word: string): void {
    const known = this.of(item.content)
    known?.acts.push({ type: 'edit', word })
    // An action on the new version is an action on the file.
    if (known) this.later.set(word, known)
  }

  private below(disk: Disk, item: Item, visit: (file: Item, isSelf: boolean) => void): void {
    if (item.kind === 'file') visit(item, true)
    for (const child of disk.children(item.id))
      this.below(disk, child, (file) => visit(file, false))
  }

  move(disk: Disk, item: Item): void {
    this.use(item.name)
    this.below(disk, item, ({ content }, isSelf) =>
      this.of(content)?.acts.push(isSelf ? { type: 'move', name: item.name } : { type: 'above' })
    )
  }

  remove(disk: Disk, item: Item): void {
    this.below(disk, item, ({ content }) => this.of(content)?.acts.push({ type: 'remove' }))
  }

  check(fail: (message: string) => void): void {
    const { direction, deletes, excludePatterns } = this.rules
    if (this.isDisaster || direction !== 'both' || !deletes || excludePatterns.length > 0) return
    for (const [content, { name, acts }] of this.known) {
      const found = this.disks.map((disk) =>
        [...disk.items.values()].filter((item) => item.content === content).map((item) => item.name)
      )
      const act = acts[0]
      if (acts.length > 1 || act?.type === 'above') continue
      const isAlone = (name: string, uses: number) =>
        (this.uses.get(fold(name)) ?? 0) <= uses && (this.names.get(fold(name)) ?? 0) <= 1 - uses
      if (!act) {
        if (isAlone(name, 0) && found.some((names) => names.join() !== name))
          fail(`untouched ${content} (${name}) became ${JSON.stringify(found)}`)
      } else if (act.type === 'remove') {
        if (found.some((names) => names.length > 0)) fail(`resurrected: ${content} (${name})`)
      } else if (act.type === 'move') {
        const isHeld = this.disks.every(({ traits }) => !nameProblem(act.name, act.name, traits))
        if (isHeld && isAlone(act.name, 1) && found.some((names) => names.join() !== act.name))
          fail(`lost rename: ${content} is not ${act.name} but ${JSON.stringify(found)}`)
      } else if (
        act.type === 'edit' &&
        !this.disks.every((disk) => [...disk.items.values()].some((it) => it.content === act.word))
      )
        fail(`lost edit: ${act.word}`)
    }
  }
}

const fold = (name: string) => name.normalize('NFC').toLowerCase()
