import type { Build } from '../builds.js'

export type Figures = Record<string, number>

/** One of the two that are compared, ready to be measured again and again. */
export interface Side {
  /** What it is: "Fastify, one prepared statement". */
  name: string
  /** Measures once; its figures by key. */
  measure(): Promise<Figures>
  /** The load generator looks without a rest: that it is busy says nothing. */
  restless?: boolean
}

/** What a figure, or its ratio to the limit of the same run, must be. */
export interface Target {
  of: 'ratio' | 'figure'
  must: number
  aim?: number
}

export interface Figure {
  what: string
  unit: '/s' | 's' | 'ms' | 'MB/s' | 'MiB' | '% of a core'
  better: 'more' | 'less'
  target?: Target
}

/** The product, filled and warm, and how its limit is started beside it. */
export interface Stand {
  ours: Side
  /** Absent for figures that stand alone. */
  limit?(): Promise<Side>
  close(): Promise<void>
}

export interface Amounts {
  /** So little that the figures say nothing: whether the line works at all. */
  quick: boolean
}

/** Something that is measured in pairs: one of ours, one of the limit, in turn. */
export interface PairedLine {
  name: string
  about: string
  figures: Record<string, Figure>
  /** Each measurement begins with a new server: there is nothing to warm up. */
  fresh?: boolean
  /** Why it cannot be measured here. */
  missing?(): Promise<string | undefined>
  open(build: Build, amounts: Amounts): Promise<Stand>
}

export const ratioOf = (must: number, aim?: number): Target => ({ of: 'ratio', must, aim })
export const figureOf = (must: number, aim?: number): Target => ({ of: 'figure', must, aim })
