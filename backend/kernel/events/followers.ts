import { perApplication } from '../ground/application.js'
import type { Position } from './position.js'

/** A consumer that runs in this process, and how far it has come. */
export interface Follower {
  readonly name: string
  readonly at: Position
}

const state = perApplication<{ running: readonly Follower[] }>(() => ({ running: [] }))

/** Called by who starts them. */
export function useFollowers(running: readonly Follower[]): void {
  state().running = running
}

/** The consumers this process runs; none where it only serves. */
export const followers = (): readonly Follower[] => state().running
