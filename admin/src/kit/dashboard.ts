import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Visibility } from './plugin.js'

/** A block of the dashboard. */
export interface DashboardBlock extends Visibility {
  id: string
  /** Made with React.lazy. */
  component: ComponentType
  /** `main`: above Recent Activity; otherwise below everything, over the whole width. */
  place?: 'main'
  order?: number
}

/** What a source of problems has found. */
export interface AttentionState {
  count: number
  /** It could not be asked: nobody knows whether all is well. */
  error?: Error | null
}

/** What `useRead` would give back at once. */
export type KnownAnswer = <T>(path: string) => T | undefined

/** Answers "is anything wrong?" for what a plugin owns, at the top of the dashboard. */
export interface AttentionSource extends Visibility {
  id: string
  /**
   * Renders an AttentionRow for each thing that is wrong, and tells how many there are once it knows
   * (useAttention does). Made with React.lazy.
   */
  component: ComponentType<{ onState: (state: AttentionState) => void }>
  /**
   * What it will tell, by answers that are there already: undefined while one of them is missing. With it the
   * dashboard that comes in one answer is drawn once.
   */
  known?: (read: KnownAnswer) => AttentionState | undefined
  order?: number
}

/** A line of the first day's checklist; for those who have the permission to take it. */
export interface FirstStep extends Visibility {
  id: string
  /** Message key, or the text itself. */
  label: string
  icon: LucideIcon
  /** Where it is taken. */
  to: string
  /** The resource that has an entry once it is done, by its list at /api/<resource>. */
  resource: string
  filter?: Readonly<Record<string, unknown>>
  order?: number
}

/** An entry of the activity feed, as far as it says what it is about. */
export interface ToldEntity {
  id: string
  eventType: string
  metadata: Readonly<Record<string, unknown>>
}

/** Addresses of what entries of the activity feed are about, by type; undefined for what is gone. */
export type EntityLinks = Readonly<Record<string, (entity: ToldEntity) => string | undefined>>
