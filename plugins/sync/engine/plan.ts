import { Contents, conflictKeyOf, type Findings } from './contents.js'
import { pairEntries } from './match.js'
import { nameKeys } from './names.js'
import { hashOf, pathOf, type Node } from './nodes.js'
import { Places } from './places.js'
import { Schedule, type Steps } from './schedule.js'
import { Side } from './sides.js'
import {
  otherSide,
  sideNames,
  type Agreed,
  type Losses,
  type Plan,
  type PlanCounts,
  type PlanInput,
  type PlannedOperation,
  type SideName,
  type Stop,
} from './types.js'

/**
 * Compares both sides with the agreed state, and plans the steps that make them equal again. The plan depends
 * only on its input. The next plan uses what the steps found out: contents of read files, ids of new folders,
 * and names that had to be swapped. The caller plans again until a plan has no operations.
 */
export function plan(input: PlanInput): Plan {
  const sides = {
    source: new Side('source', input.source, input.rules),
    target: new Side('target', input.target, input.rules),
  }
  const counts = emptyCounts()
  for (const row of input.agreed.values()) if (row.kind === 'file') counts.agreedFiles++
  const missing = sideNames.find((side) => !input[side].isRootThere)
  if (missing)
    return {
      stop: { code: 'root_missing', side: missing },
      operations: [],
      skipped: [],
      counts,
      losses: noLosses(),
    }

  const keys = nameKeys(input.source.traits, input.target.traits)
  const nodes = pairEntries(sides, input.agreed, keys)
  const found: Findings = { nodes, reads: [], conflicts: [], skipped: [] }
  const contents = new Contents(input, sides, found)
  for (const node of Array.from(nodes)) contents.decide(node)
  const places = new Places(input, sides, keys, contents, nodes)
  places.decide()

  const operations: PlannedOperation[] = []
  const steps: Steps = {
    operations,
    keyOf: (node) => (node.key ??= input.newKey()),
    drop: (node, side, by) =>
      contents.skip(
        node,
        node[side] ? side : otherSide(side),
        node.decision === 'remove' ? 'deletion_kept' : 'held',
        by
      ),
  }
  addAgreeSteps(nodes, found, places, steps)
  const schedules = {
    source: new Schedule(sides.source, sides.target, places, steps),
    target: new Schedule(sides.target, sides.source, places, steps),
  }
  if (input.rules.direction === 'both') schedules.source.arrange(nodes)
  schedules.target.arrange(nodes)
  if (input.rules.direction === 'both') schedules.source.overwrite(nodes)
  schedules.target.overwrite(nodes)

  const skipped = [...sides.source.skipped, ...sides.target.skipped, ...found.skipped]
  count(counts, nodes, operations, skipped.length)
  const losses = lossesOf(operations)
  const stop = stopOf(input, counts.agreedFiles, losses)
  return { stop, operations, skipped, counts, losses }
}

/**
 * Adds the steps that change no side. They are for equal entries, for deleted entries, and for entries that wait
 * for a person or for their content.
 */
function addAgreeSteps(nodes: Node[], found: Findings, places: Places, steps: Steps): void {
  const push = (node: Node, operation: PlannedOperation) =>
    steps.operations.push({ ...operation, path: pathOf(node) })
  const rest = { path: '', after: [] }
  for (const node of nodes) {
    if (node.decision === 'forget' && node.row) {
      push(node, { type: 'forget', key: node.row.key, ...rest })
    } else if (!node.isSame && node.source && node.target && isAgreeable(node)) {
      const agreed = agreedOf(node, places, steps)
      if (agreed) push(node, { type: 'agree', key: agreed.key, agreed, ...rest })
    }
  }
  for (const { node, side } of found.reads) {
    const { id, parentId, name, version, size } = node[side]!
    const expected = { id, parentId, name, version, hash: null }
    push(node, { type: 'read', side, expected, size, ...rest })
  }
  for (const { node, cause } of found.conflicts) {
    const [source, target] = sideNames.map((side) => {
      const entry = node[side]
      if (!entry) return null
      const { id, parentId, name, version } = entry
      return { id, parentId, name, version, hash: hashOf(node, side) }
    })
    const operation = { type: 'conflict', key: conflictKeyOf(node), cause } as const
    push(node, { ...operation, source: source!, target: target!, ...rest })
  }
}

/** Returns whether to agree on a pair. Entries that wait for a name or for a person may still get new ids. */
const isAgreeable = ({ decision, row, source, target }: Node) =>
  decision === 'live' ||
  (decision === 'stay' && row !== null && !source!.trouble && !target!.trouble)

/** Returns the agreed row of a pair that is equal on both sides; null if the stored row is the same. */
function agreedOf(node: Node, places: Places, steps: Steps): Agreed | null {
  const { row, kind } = node
  const [source, target] = [node.source!, node.target!]
  if (node.isRebased) return rebase(node, row!)
  const hash = kind === 'file' ? hashOf(node, 'source') : null
  if (kind === 'file' && (hash === null || hash !== hashOf(node, 'target'))) {
    const isKnown = !row || (row.sourceId === source.id && row.targetId === target.id)
    return isKnown ? null : { ...row, sourceId: source.id, targetId: target.id }
  }
  const isSettled =
    node.decision === 'live' && sideNames.every((side) => !places.isElsewhere(node, side))
  if (
    row &&
    row.sourceId === source.id &&
    row.targetId === target.id &&
    row.sourceVersion === source.version &&
    row.targetVersion === target.version &&
    row.hash === hash &&
    (!isSettled || (row.name === node.place.name && node.rowParent === node.place.parent))
  )
    return null
  // A pair that must be moved keeps its former place in the agreed row, so that the next plan knows which side
  // moved it.
  const place = isSettled
    ? node.place
    : row
      ? { parent: node.rowParent, name: row.name }
      : places.now(node, 'target')
  return {
    key: steps.keyOf(node),
    parentKey: place.parent ? steps.keyOf(place.parent) : null,
    name: place.name,
    kind,
    hash,
    size: source.size,
    modifiedAt: source.modifiedAt,
    sourceId: source.id,
    targetId: target.id,
    sourceVersion: source.version,
    targetVersion: target.version,
  }
}

/**
 * Returns the agreed row with the older version, so that the newer version is the change in this and every later
 * plan.
 */
function rebase(node: Node, row: Agreed): Agreed {
  const old = otherSide(node.winner!)
  const { id, version, modifiedAt, size } = node[old]!
  const content = { hash: hashOf(node, old), modifiedAt, size }
  return old === 'source'
    ? { ...row, ...content, sourceId: id, sourceVersion: version, targetVersion: '' }
    : { ...row, ...content, targetId: id, targetVersion: version, sourceVersion: '' }
}

const emptyCounts = (): PlanCounts => ({
  created: 0,
  changed: 0,
  moved: 0,
  deleted: 0,
  conflicts: 0,
  skipped: 0,
  bytes: 0,
  agreedFiles: 0,
  sourceFiles: 0,
  sourceBytes: 0,
  targetFiles: 0,
  targetBytes: 0,
})

function count(
  counts: PlanCounts,
  nodes: readonly Node[],
  operations: readonly PlannedOperation[],
  skipped: number
): void {
  counts.skipped = skipped
  for (const { source, target } of nodes) {
    if (source?.kind === 'file') {
      counts.sourceFiles++
      counts.sourceBytes += source.size
    }
    if (target?.kind === 'file') {
      counts.targetFiles++
      counts.targetBytes += target.size
    }
  }
  for (const operation of operations)
    if (operation.type === 'makeFolder') counts.created++
    else if (operation.type === 'move') counts.moved++
    else if (operation.type === 'remove') counts.deleted++
    else if (operation.type === 'conflict') counts.conflicts++
    else if (operation.type === 'write') {
      counts[operation.expected ? 'changed' : 'created']++
      counts.bytes += operation.size
    }
}

/** Returns the files that the operations remove and overwrite on each side. */
function lossesOf(operations: readonly PlannedOperation[]): Record<SideName, Losses> {
  const losses = noLosses()
  for (const operation of operations)
    if (operation.type === 'remove' && operation.kind === 'file') losses[operation.side].deletions++
    else if (operation.type === 'write' && operation.expected) losses[operation.side].changes++
  return losses
}

/** Returns losses of nothing at both sides. */
export const noLosses = (): Record<SideName, Losses> => ({
  source: { deletions: 0, changes: 0 },
  target: { deletions: 0, changes: 0 },
})

/** Returns why a plan must stop, or null. Brakes count only losses beyond the losses that a person has released. */
function stopOf(
  { rules, released, source, target }: PlanInput,
  of: number,
  losses: Record<SideName, Losses>
): Stop | null {
  const { brake } = rules
  if (!brake) return null
  const isTooMuch = (count: number, limit: { count: number; percent: number }) =>
    count > limit.count && count * 100 > limit.percent * of
  for (const side of sideNames) {
    const { deletions, changes } = losses[side]
    const seen = released?.[side] ?? { deletions: 0, changes: 0 }
    const unseen = deletions - seen.deletions
    // An empty root is more often an unmounted disk than a deletion of all files.
    const isEmptied = unseen > 1 && (side === 'source' ? target : source).entries.size === 0
    if (isEmptied || isTooMuch(unseen, brake.deletions))
      return { code: 'many_deletions', side, count: deletions, of }
    if (isTooMuch(changes - seen.changes, brake.changes))
      return { code: 'many_changes', side, count: changes, of }
  }
  return null
}
