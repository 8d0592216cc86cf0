import type { Factory } from '../../factory.js'
import { takeCsv, type SaveOptions } from '../../output/export.js'
import { filterOf, type ActivityOptions } from './filter.js'

export const exportActivity = (
  factory: Factory,
  options: ActivityOptions & SaveOptions
): Promise<void> =>
  takeCsv(
    factory,
    {
      path: '/api/activity/export',
      filter: () => filterOf(options, () => factory.api()),
      list: 'crossdock activity list',
      saved: 'what happened',
    },
    options
  )
