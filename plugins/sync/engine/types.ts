/*
 * What the planner reads and what it answers. The planner is a pure function: it reads no clock, no disk and no network.
 * The server plans every contract with it; an agent uses its filters and rules of names.
 */

/** The two ends of a contract. */
export type SideName = 'source' | 'target'

export const sideNames = ['source', 'target'] as const

export const otherSide = (side: SideName): SideName => (side === 'source' ? 'target' : 'source')

/** A file or folder as it is on one side now. The root of a side is not in its tree. */
export interface Entry {
  /** Stable while the entry is moved or renamed. A side that has no such id uses the path (`traits.hasIds`). */
  id: string
  /** Null: directly in the root. */
  parentId: string | null
  name: string
  kind: 'file' | 'folder'
  /** Content id (`docs/chunking.md`) of a file; null until it was read. Always null for folders. */
  hash: string | null
  /** Bytes; 0 for folders. */
  size: number
  /** When the file was last changed, in milliseconds; 0 when the side does not know. */
  modifiedAt: number
  /** Any text that changes when the file changes: a version number, or size and time. Empty for folders. */
  version: string
  /**
   * Why the entry cannot be synced now although it is there: `busy`, `unreadable`, `link`, `device`, `name`, `growing`.
   * Neither a change nor a deletion is inferred from such an entry, and folders above it are not removed.
   */
  trouble?: Trouble
}

export type Trouble = 'busy' | 'unreadable' | 'link' | 'device' | 'name' | 'growing'

/** Whole tree of one side. */
export interface Tree {
  entries: ReadonlyMap<string, Entry>
  /** False when the root itself is missing or cannot be read: then nothing is planned. */
  isRootThere: boolean
  /**
   * False when this side lost its memory or went back in time: then nothing counts as deleted on it. It is trusted again
   * when the `agree` and `forget` steps of a plan that was made while it was not trusted are applied, and that plan had no `read` on this side.
   */
  isTrusted: boolean
  traits: Traits
  /** Whether the side takes a name that its traits allow; left out: it takes all of them. */
  takesName?: (name: string) => boolean
}

/** What a side can hold. */
export interface Traits {
  hasIds: boolean
  isCaseSensitive: boolean
  /** Whether `é` in two Unicode forms are two names. */
  isFormSensitive: boolean
  /** Whose names are forbidden here. */
  names: 'posix' | 'windows'
  /** Longest name in bytes of UTF-8, and longest path. */
  maxNameBytes: number
  maxPathBytes: number
}

/** A file or folder that both sides agreed on at the end of an earlier run. */
export interface Agreed {
  /** Of the pair, given by the planner's caller; unique in the contract. */
  key: string
  parentKey: string | null
  name: string
  kind: 'file' | 'folder'
  hash: string | null
  size: number
  modifiedAt: number
  sourceId: string
  targetId: string
  sourceVersion: string
  targetVersion: string
}

export interface Rules {
  /** `forward`: only the target is changed. */
  direction: 'both' | 'forward'
  /** False: what is deleted on one side stays on the other ("add only"). */
  deletes: boolean
  /** Who wins when both sides changed. `manual`: the file waits for a person. */
  conflicts: 'source' | 'target' | 'newest' | 'manual'
  /** Endings without dot, in lower case; empty: all files. */
  fileTypes: readonly string[]
  /** Patterns such as `*.tmp` or `/build/`, as in a .gitignore; they hide entries on both sides. */
  excludePatterns: readonly string[]
  /** Folders below the root that are synced, such as `Plans/2026`; empty: all. */
  folders: readonly string[]
  /** Largest file, in bytes; null: any. Larger ones are skipped. */
  maxFileBytes: number | null
  /** A run that would delete or change more stops and asks; null: it never stops. */
  brake: Brake | null
}

export interface Brake {
  /** Deletions that are more than `count` AND more than `percent` of the agreed files stop the run. */
  deletions: { count: number; percent: number }
  /** The same for files whose content changes. */
  changes: { count: number; percent: number }
}

export interface PlanInput {
  source: Tree
  target: Tree
  agreed: ReadonlyMap<string, Agreed>
  rules: Rules
  /** Answers of people to conflicts, by key of the pair: the planner carries them out instead of asking again. */
  resolutions: ReadonlyMap<string, Resolution>
  /** Files that failed a moment ago, by path: they are left alone in this run, and so is what depends on them. */
  held: ReadonlySet<string>
  /** A person has seen the plan and let it go on: brakes do not stop this one. */
  isReleased: boolean
  /** Gives a key for a new pair. The agreed tree may get fewer rows than keys were given. */
  newKey: () => string
}

export interface Resolution {
  keep: 'source' | 'target' | 'both' | 'merged'
  /** Both versions must still be these; otherwise the conflict is asked again. */
  sourceHash: string | null
  targetHash: string | null
  /** Content id of merged text, for `merged`. */
  mergedHash?: string
  mergedSize?: number
}

/**
 * What one side has to be before an operation may touch it. Executors check it, and refuse when it is not so. A file that
 * the same plan moved first is expected at its new place; on a side without ids an entry below a folder that the same
 * plan moved is stale, and the next plan takes it up.
 */
export interface Expected {
  id: string
  parentId: string | null
  name: string
  version: string
  hash: string | null
}

/**
 * One step of a plan. `side` is where it happens. `parentKey` is the pair of the folder, null for the root; its agreed row
 * names the folder on this side once it is there. `parentId` is that folder's id on this side if it was there when the
 * plan was made, for folders that have no row yet. `after` are the positions in the plan of the steps that must have
 * succeeded before; a step whose predecessor failed is not done. `path` is for people, below the root, with slashes.
 */
export type Operation =
  | {
      type: 'makeFolder'
      side: SideName
      key: string
      parentKey: string | null
      parentId: string | null
      name: string
      from: Expected
    }
  /**
   * New name or folder, or both. No bytes travel. `from` is the entry on the other side, null where it has none. With
   * `isSettled` both sides agree on the place afterwards.
   */
  | {
      type: 'move'
      side: SideName
      key: string
      parentKey: string | null
      parentId: string | null
      name: string
      expected: Expected
      from: Expected | null
      isSettled: boolean
    }
  /** Creates a file, or with `expected` replaces its content. `from` is the file on the other side. */
  | {
      type: 'write'
      side: SideName
      key: string
      parentKey: string | null
      parentId: string | null
      name: string
      expected: Expected | null
      from: Expected
      hash: string | null
      size: number
      modifiedAt: number
    }
  /** To the trash of assets; on an agent or external system only once the content is kept on the server. */
  | { type: 'remove'; side: SideName; key: string; expected: Expected; kind: 'file' | 'folder' }
  /** Reads a file to learn its content id. The run plans again afterwards. */
  | { type: 'read'; side: SideName; expected: Expected; size: number }
  /** Keeps the content of a version that is about to be overwritten without having been agreed. */
  | {
      type: 'keep'
      side: SideName
      key: string | null
      expected: Expected
      hash: string | null
      size: number
      reason: 'overwritten' | 'conflict' | 'deleted'
    }
  /** Both sides are equal already: only the agreed tree changes. No work on either side. */
  | { type: 'agree'; key: string; agreed: Agreed }
  /** Gone on both sides: the pair is forgotten. */
  | { type: 'forget'; key: string }
  /** Opens a conflict, or finds it open already. Nothing is touched. */
  | {
      type: 'conflict'
      key: string
      cause: ConflictCause
      source: Expected | null
      target: Expected | null
    }

export type ConflictCause = 'both_changed' | 'both_created' | 'changed_and_deleted'

export type PlannedOperation = Operation & { path: string; after: readonly number[] }

export type SkipReason =
  | Trouble
  | 'excluded'
  | 'file_type'
  | 'not_selected'
  | 'too_large'
  | 'case_clash'
  | 'form_clash'
  | 'forbidden_name'
  | 'name_too_long'
  | 'path_too_long'
  | 'held'
  /** A plan says `held`; with why it failed, people see this. */
  | 'failing'
  | 'conflict'
  | 'deletion_kept'
  | 'changed_at_target'

/** An entry that is not synced, and why. */
export interface Skipped {
  side: SideName
  id: string
  path: string
  kind: 'file' | 'folder'
  reason: SkipReason
  /** The pattern, the clashing path or the limit: what the sentence about it names. */
  detail: string
}

/** Why nothing of a plan may be carried out. */
export type Stop =
  | { code: 'root_missing'; side: SideName }
  | { code: 'many_deletions'; side: SideName; count: number; of: number }
  | { code: 'many_changes'; side: SideName; count: number; of: number }

export interface Plan {
  /** Set: a person must look first. The operations are those that wait for it. */
  stop: Stop | null
  operations: PlannedOperation[]
  skipped: Skipped[]
  counts: PlanCounts
}

export interface PlanCounts {
  created: number
  changed: number
  moved: number
  deleted: number
  conflicts: number
  skipped: number
  /** Bytes that travel at most. */
  bytes: number
  /** Files on which both sides agree before the run. */
  agreedFiles: number
  sourceFiles: number
  sourceBytes: number
  targetFiles: number
  targetBytes: number
}
