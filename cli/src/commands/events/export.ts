import type { Factory } from '../../factory.js'
import { takeCsv, type SaveOptions } from '../../output/export.js'
import { filterOf, type FilterOptions } from './filter.js'

export const exportEvents = (
  factory: Factory,
  options: FilterOptions & SaveOptions
): Promise<void> =>
  takeCsv(
    factory,
    {
      path: '/api/events/export',
      filter: () => filterOf(options),
      list: 'crossdock events list',
      saved: 'the events',
    },
    options
  )
