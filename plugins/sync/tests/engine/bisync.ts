import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Rules } from '@crossdock/sync-engine'
import { fill } from './lab.js'
import { Contract, plainRules } from './sim/contract.js'
import { Disk, type Item } from './sim/disk.js'

/**
 * Options of rclone's bisync that mean nothing here: Crossdock detects changes by content, and chooses file
 * locations itself.
 */
const meaningless = new Set(
  'backupdir1 backupdir2 conflict-loser conflict-suffix nomodtime checksum size-only ignore-size compare-all ignore-listing-checksum no-check-sync create-empty-src-dirs remove-empty-dirs fix-case norm check-access check-filename'.split(
    ' '
  )
)
const ignored = new Set(['copy-listings', 'move-listings', 'fix-names', 'list-dirs', 'bisynctest'])

/** A sync of a scenario with its verdict. */
export interface Judged {
  line: string
  stop: string | null
  source: string[]
  target: string[]
  conflicts: string[]
  skipped: string[]
}

/** Runs a scenario of rclone's bisync test data on disks in memory. */
export class Bisync {
  private readonly disks: Record<string, Disk> = {}
  private agreed: Contract['agreed'] = new Map()
  readonly judged: Judged[] = []
  readonly contents = new Set<string>([''])

  constructor(private readonly folder: string) {
    for (const name of ['path1', 'path2', 'datadir', 'testdir', 'workdir'])
      this.disks[name] = new Disk(name)
    const initial = this.read(join(folder, 'initial'))
    for (const name of ['path1', 'path2']) fill(this.disks[name]!, initial)
    fill(
      this.disks.testdir!,
      Object.fromEntries(
        Object.entries(initial).map(([path, content]) => [`initial/${path}`, content])
      )
    )
    fill(this.disks.datadir!, this.read(join(folder, 'modfiles')))
  }

  private read(root: string): Record<string, string> {
    const found: Record<string, string> = {}
    const names = statSync(root, { throwIfNoEntry: false })
      ? readdirSync(root, { recursive: true, encoding: 'utf8' })
      : []
    for (const name of names.toSorted())
      if (statSync(join(root, name)).isFile()) {
        found[name] = readFileSync(join(root, name), 'utf8')
        this.contents.add(found[name])
      }
    return found
  }

  run(): void {
    const lines = readFileSync(join(this.folder, 'scenario.txt'), 'utf8').split('\n')
    for (const line of lines) {
      const [verb, ...words] = line.trim().split(/\s+/)
      if (!verb || verb.startsWith('#') || verb === 'test' || ignored.has(verb)) continue
      const texts = words.map((word) =>
        word
          .replace(
            /\{(spc|tab|eol|\/)\}/g,
            (_, name: string) => ({ spc: ' ', tab: '\t', eol: '\n', '/': '/' })[name]!
          )
          .replace(/\{chr:([0-9a-f]{2})\}/g, (_, code: string) =>
            String.fromCharCode(parseInt(code, 16))
          )
      )
      this.act(line, verb, texts)
    }
  }

  /** Splits `{path1/}a/b` into the disk and the path on it. */
  private place(text: string): { disk: Disk; path: string } {
    const found = /^\{(\w+)\/\}(.*)$/s.exec(text)
    const disk = found && this.disks[found[1]!]
    if (!disk) throw new Error(`no place: ${text}`)
    return { disk, path: found[2]!.replace(/\/$/, '') }
  }

  private item(text: string): Item {
    const { disk, path } = this.place(text)
    const item = disk.find(path)
    if (!item) throw new Error(`not there: ${text}`)
    return item
  }

  private put(text: string, name: string, { content, modifiedAt }: Item): void {
    const { disk, path } = this.place(text)
    fill(disk, { [path ? `${path}/${name}` : name]: content }, modifiedAt)
  }

  private matching(text: string, glob: string): Item[] {
    const { disk, path } = this.place(text)
    const folder = path ? disk.find(path)!.id : null
    const pattern = new RegExp(
      `^${glob.replace(/[.+^$()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*')}$`
    )
    return disk.children(folder).filter(({ kind, name }) => kind === 'file' && pattern.test(name))
  }

  private act(line: string, verb: string, [a = '', b = '', c = '', ...rest]: string[]): void {
    switch (verb) {
      case 'bisync':
        return this.sync(line, [a, b, c, ...rest].filter(Boolean))
      case 'copy-file':
        return this.put(b, this.item(a).name, this.item(a))
      case 'copy-as':
        return this.put(b, c, this.item(a))
      case 'copy-as-NFC':
        return this.put(b.normalize('NFC'), c.normalize('NFC'), this.item(a))
      case 'copy-as-NFD':
        return this.put(b.normalize('NFD'), c.normalize('NFD'), this.item(a))
      case 'touch-glob':
        for (const item of this.matching(b, c)) this.touch(item, a)
        return
      case 'touch-copy':
        this.touch(this.item(b), a)
        return this.put(c, this.item(b).name, this.item(b))
      case 'delete-file': {
        const { disk, path } = this.place(a)
        const item = disk.find(path)
        if (item) disk.remove(item)
        return
      }
      case 'delete-glob': {
        const { disk } = this.place(a)
        return this.matching(a, b).forEach((item) => disk.remove(item))
      }
      case 'purge-children': {
        const { disk, path } = this.place(a)
        const folder = path ? disk.find(path)!.id : null
        return disk.children(folder).forEach((item) => disk.remove(item, true))
      }
      default:
        throw new Error(`unknown verb: ${verb}`)
    }
  }

  private touch(item: Item, date: string): void {
    item.modifiedAt = Date.parse(date)
    item.version += `@${date}`
  }

  private sync(line: string, words: string[]): void {
    const options = new Map(words.map((word) => [word.split('=')[0]!, word.split('=')[1] ?? '']))
    const rules = { ...plainRules } as { -readonly [Key in keyof Rules]: Rules[Key] }
    rules.brake = {
      deletions: { count: 0, percent: Number(options.get('max-delete') ?? 50) },
      changes: { count: 0, percent: 99 },
    }
    for (const [name, value] of options)
      if (name === 'conflict-resolve' || name === 'resync-mode')
        rules.conflicts =
          ({ newer: 'newest', path1: 'source', path2: 'target' }[value] as Rules['conflicts']) ??
          'manual'
      else if (name === 'subdir') rules.folders = [value]
      else if (name === 'filters-file')
        rules.excludePatterns = this.item(value)
          .content.split('\n')
          .filter((text) => text.startsWith('- '))
          .map((text) => text.slice(2))
      else if (
        !['force', 'resync', 'dry-run', 'max-delete'].includes(name) &&
        !meaningless.has(name)
      )
        throw new Error(`unknown option: ${name}`)
    const contract = new Contract(
      `r${this.judged.length}-`,
      this.disks.path1!,
      this.disks.path2!,
      rules
    )
    // A resync is a first sync: nothing was ever agreed.
    if (options.has('resync') && !options.has('dry-run')) this.agreed = new Map()
    contract.agreed = this.agreed
    if (options.has('force') || options.has('resync')) rules.brake = null
    const plan = contract.plan()
    if (!plan.stop && !options.has('dry-run')) {
      contract.carryOut(plan)
      contract.settle()
    }
    const { operations, skipped } = contract.plan()
    this.judged.push({
      line: line.trim(),
      stop: plan.stop?.code ?? (options.has('dry-run') ? 'dry-run' : null),
      source: contract.source.list(),
      target: contract.target.list(),
      conflicts: operations.filter(({ type }) => type === 'conflict').map(({ path }) => path),
      skipped: skipped.map(({ path }) => path),
    })
  }
}
