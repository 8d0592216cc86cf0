import { perApplication } from '../ground/application.js'
import type { Position } from './position.js'

/** A consumer that runs in this process, and its position. */
export interface Follower {
  readonly name: string
  readonly at: Position
}

const state = perApplication<{ running: readonly Follower[] }>(() => ({ running: [] }))

/** Called by the code that starts them. */
export function useFollowers(running: readonly Follower[]): void {
  state().running = running
}

/** The consumers of this process; empty in a process that only serves requests. */
export const followers = (): readonly Follower[] => state().running
