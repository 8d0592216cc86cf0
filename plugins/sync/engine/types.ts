/*
 * Input and output of the planner. The planner is a pure function: it reads no clock, no disk and no network.
 * The server plans every contract with it; an agent uses its filters and name rules.
 */

/** The two ends of a contract. */
export type SideName = 'source' | 'target'

export const sideNames = ['source', 'target'] as const

export const otherSide = (side: SideName): SideName => (side === 'source' ? 'target' : 'source')

/** A present file or folder of one side. The root of a side is not in its tree. */
export interface Entry {
  /**
   * An id that stays the same when the entry is moved or renamed. A side without stable ids uses the path
   * (`traits.hasIds`).
   */
  id: string
  /** Null: directly in the root. */
  parentId: string | null
  name: string
  kind: 'file' | 'folder'
  /** Content id (`docs/chunking.md`) of a file; null until it is read. Always null for folders. */
  hash: string | null
  /** Bytes; 0 for folders. */
  size: number
  /** Last change of the file, in milliseconds; 0 when unknown. */
  modifiedAt: number
  /** Any text that changes when the file changes: a version number, or size and time. Empty for folders. */
  version: string
  /**
   * Why the entry cannot be synced now: `busy`, `unreadable`, `link`, `device`, `name`, `growing`. It counts
   * neither as changed nor as deleted, and folders above it are not removed.
   */
  trouble?: Trouble
}

export type Trouble = 'busy' | 'unreadable' | 'link' | 'device' | 'name' | 'growing'

/** The whole tree of one side. */
export interface Tree {
  entries: ReadonlyMap<string, Entry>
  /** False if the root itself is missing or cannot be read. Then nothing is planned. */
  isRootThere: boolean
  /**
   * False if this side lost its memory or was restored to an earlier state. Then nothing counts as deleted on
   * this side. It becomes true when the `agree` and `forget` steps of a plan of the untrusted state are applied,
   * and that plan had no `read` on this side.
   */
  isTrusted: boolean
  traits: Traits
  /** Returns whether the side accepts a name that its traits allow. If absent, the side accepts all these names. */
  takesName?: (name: string) => boolean
}

/** The capabilities of a side. */
export interface Traits {
  hasIds: boolean
  isCaseSensitive: boolean
  /** Whether `é` in two Unicode forms counts as two names. */
  isFormSensitive: boolean
  /** The operating system whose name rules apply. */
  names: 'posix' | 'windows'
  /** Maximum bytes of a name in UTF-8, and of a path. */
  maxNameBytes: number
  maxPathBytes: number
}

/** A file or folder that both sides agreed on at the end of an earlier run. */
export interface Agreed {
  /** Key of the pair, assigned by the planner's caller; unique in the contract. */
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
  /** If false, an entry that is deleted on one side stays on the other side ("add only"). */
  deletes: boolean
  /** The winner if both sides changed. `manual`: the file waits for a person. */
  conflicts: 'source' | 'target' | 'newest' | 'manual'
  /** Extensions without dot, in lower case; empty: all files. */
  fileTypes: readonly string[]
  /** Patterns such as `*.tmp` or `/build/`, as in a .gitignore. They hide entries on both sides. */
  excludePatterns: readonly string[]
  /** Synced folders below the root, such as `Plans/2026`; empty: all. */
  folders: readonly string[]
  /** Maximum file size in bytes; null: any size. Larger files are skipped. */
  maxFileBytes: number | null
  /** Limits of losses. A run that would exceed them stops and asks a person. null: it never stops. */
  brake: Brake | null
}

export interface Brake {
  /** Deletions of more than `count` AND more than `percent` of the agreed files stop the run. */
  deletions: { count: number; percent: number }
  /** Files whose content changes: more than `count` AND more than `percent` of the agreed files stop the run. */
  changes: { count: number; percent: number }
}

export interface PlanInput {
  source: Tree
  target: Tree
  agreed: ReadonlyMap<string, Agreed>
  rules: Rules
  /** Decisions of people on conflicts, by key of the pair. The planner carries them out instead of asking again. */
  resolutions: ReadonlyMap<string, Resolution>
  /** Recently failed files, by path. This run skips them, and everything that depends on them. */
  held: ReadonlySet<string>
  /** The losses that a person has reviewed and released, by side; null: none. Brakes count only further losses. */
  released: Record<SideName, Losses> | null
  /** Creates a key for a new pair. Some keys may stay unused in the agreed tree. */
  newKey: () => string
}

/** Files that a plan removes or overwrites on one side. */
export interface Losses {
  deletions: number
  changes: number
}

export interface Resolution {
  keep: 'source' | 'target' | 'both' | 'merged'
  /** The contents of both versions. If they have changed, the person is asked again. */
  sourceHash: string | null
  targetHash: string | null
  /** Content id of merged text, for `merged`. */
  mergedHash?: string
  mergedSize?: number
}

/**
 * The state that an entry must have before an operation. Executors verify it, and refuse the operation
 * otherwise. A file that the same plan moved before is expected at its new place. On a side without ids, an
 * entry below a folder that the same plan moved is stale, and the next plan handles it.
 */
export interface Expected {
  id: string
  parentId: string | null
  name: string
  version: string
  hash: string | null
}

/**
 * One step of a plan. `side` is the changed side. `parentKey` is the pair of the folder; null for the root.
 * Once the folder exists, its agreed row contains its id on this side. `parentId` is the id of the folder on
 * this side, if it existed when the plan was made. `after` lists the positions of the steps that must succeed
 * first; if one of them fails, this step is skipped. `path` is for people: below the root, with slashes.
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
   * A new name, a new folder, or both. No bytes are transferred. `from` is the entry on the other side, null
   * without one. With `isSettled`, both sides agree on the place afterwards.
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
  /** Creates a file, or replaces its content with `expected`. `from` is the file on the other side. */
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
  /** Moves assets to the trash; on an agent or external system, only after the server has kept the content. */
  | { type: 'remove'; side: SideName; key: string; expected: Expected; kind: 'file' | 'folder' }
  /** Reads a file to learn its content id. The run plans again afterwards. */
  | { type: 'read'; side: SideName; expected: Expected; size: number }
  /** Keeps the content of an unagreed version before it is overwritten. */
  | {
      type: 'keep'
      side: SideName
      key: string | null
      expected: Expected
      hash: string | null
      size: number
      reason: 'overwritten' | 'conflict' | 'deleted'
    }
  /** Both sides are already equal: only the agreed tree changes. No work on either side. */
  | { type: 'agree'; key: string; agreed: Agreed }
  /** Deleted on both sides: the pair is forgotten. */
  | { type: 'forget'; key: string }
  /** Opens a conflict, or finds it open already. Changes no file. */
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
  /** The reason that people see in place of `held`, with the message of the failure. */
  | 'failing'
  | 'conflict'
  | 'deletion_kept'
  | 'changed_at_target'

/** An entry that is not synced, with the reason. */
export interface Skipped {
  side: SideName
  id: string
  path: string
  kind: 'file' | 'folder'
  reason: SkipReason
  /** Detail for the message: the pattern, the conflicting path or the limit. */
  detail: string
}

/** Why a plan must not be carried out. */
export type Stop =
  | { code: 'root_missing'; side: SideName }
  | { code: 'many_deletions'; side: SideName; count: number; of: number }
  | { code: 'many_changes'; side: SideName; count: number; of: number }

export interface Plan {
  /** Why a person must review the plan before its operations run; null: the plan may be carried out. */
  stop: Stop | null
  operations: PlannedOperation[]
  skipped: Skipped[]
  counts: PlanCounts
  losses: Record<SideName, Losses>
}

export interface PlanCounts {
  created: number
  changed: number
  moved: number
  deleted: number
  conflicts: number
  skipped: number
  /** Maximum transferred bytes. */
  bytes: number
  /** Number of files that both sides agree on before the run. */
  agreedFiles: number
  sourceFiles: number
  sourceBytes: number
  targetFiles: number
  targetBytes: number
}
