import type { Build } from '../builds.js'

export type Figures = Record<string, number>

/** One of the two compared sides, ready for repeated measurements. */
export interface Side {
  /** Its name: "Fastify, one prepared statement". */
  name: string
  /** Measures once. Returns its figures by key. */
  measure(): Promise<Figures>
  /** The load generator of this side polls without a pause, so its CPU usage has no meaning. */
  busyPoll?: boolean
}

/** The target of a figure, or of the ratio of the figure to the baseline's in the same run. */
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

/** The product, filled and warm, and a function that starts the baseline. */
export interface Comparison {
  ours: Side
  /** Absent for figures without a comparison. */
  startBaseline?(): Promise<Side>
  close(): Promise<void>
}

export interface Amounts {
  /** A small load that only checks whether the line works. The figures mean nothing. */
  quick: boolean
}

/** A line that is measured in pairs: the product and the baseline take turns. */
export interface PairedLine {
  name: string
  about: string
  figures: Record<string, Figure>
  /** Each measurement starts a new server, so there is no warm-up. */
  fresh?: boolean
  /** Returns the reason if the line cannot be measured on this machine. */
  missing?(): Promise<string | undefined>
  open(build: Build, amounts: Amounts): Promise<Comparison>
}

export const ratioOf = (must: number, aim?: number): Target => ({ of: 'ratio', must, aim })
export const figureOf = (must: number, aim?: number): Target => ({ of: 'figure', must, aim })
