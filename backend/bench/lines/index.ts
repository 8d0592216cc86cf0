import type { PairedLine } from '../paired/line.js'
import { create } from './create.js'
import { jobs } from './jobs.js'
import { latency } from './latency.js'
import { list } from './list.js'
import { loaded } from './loaded.js'
import { runs } from './runs.js'

/** The lines that are measured in pairs, in the order of the table. */
export const pairedLines: PairedLine[] = [list, create, runs, latency, loaded, jobs]
