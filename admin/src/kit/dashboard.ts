import type { ComponentType } from 'react'
import type { Visibility } from './visibility.js'

/** A block of the dashboard. */
export interface DashboardBlock extends Visibility {
  id: string
  /** Created with React.lazy. */
  component: ComponentType
  /** `main`: above Recent Activity; otherwise below everything, over the whole width. */
  place?: 'main'
  order?: number
}

/** The result of an attention source. */
export interface AttentionState {
  count: number
  /** Set when the check failed, so that the state is unknown. */
  error?: Error | null
}

/** Returns the cached answer that `useRead` would return immediately. */
export type KnownAnswer = <T>(path: string) => T | undefined

/** Reports problems of a plugin's area at the top of the dashboard. */
export interface AttentionSource extends Visibility {
  id: string
  /**
   * Renders an AttentionRow for each problem and reports the number of problems once it is known
   * (useAttention does). Created with React.lazy.
   */
  component: ComponentType<{ onState: (state: AttentionState) => void }>
  /**
   * Returns what the component will report, from cached answers; undefined while an answer is missing. With it, a
   * dashboard that arrives in one answer renders once.
   */
  known?: (read: KnownAnswer) => AttentionState | undefined
  order?: number
}

/** A step of setting up a new organization, on the dashboard of people with the permission to do it. */
export interface FirstStep extends Visibility {
  id: string
  /** Message key or text. A description may exist under the same key with `Text`. Both may be texts of screens. */
  label: string
  /** The address of the step. */
  to: string
  /** The resource that has an entry once the step is done, listed at /api/<resource>. */
  resource: string
  filter?: Readonly<Record<string, unknown>>
  /** The number of entries that complete the step; 1 by default. */
  atLeast?: number
  order?: number
}

/** The reference of an activity entry to its object. */
export interface EntityReference {
  id: string
  eventType: string
  metadata: Readonly<Record<string, unknown>>
}

/** Addresses of the objects in activity entries, by type; undefined for deleted ones. */
export type EntityLinks = Readonly<Record<string, (entity: EntityReference) => string | undefined>>
