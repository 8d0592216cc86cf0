import type { Factory } from '../../factory.js'
import { outputCsv, type SaveOptions } from '../../output/export.js'
import { filterOf, type FilterOptions } from './filter.js'

export const exportEvents = (
  factory: Factory,
  options: FilterOptions & SaveOptions
): Promise<void> =>
  outputCsv(
    factory,
    {
      path: '/api/events/export',
      filter: () => filterOf(options),
      list: 'crossdock events list',
      saved: 'the events',
    },
    options
  )
