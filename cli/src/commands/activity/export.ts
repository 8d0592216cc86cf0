import type { Factory } from '../../factory.js'
import { outputCsv, type SaveOptions } from '../../output/export.js'
import { filterOf, type ActivityOptions } from './filter.js'

export const exportActivity = (
  factory: Factory,
  options: ActivityOptions & SaveOptions
): Promise<void> =>
  outputCsv(
    factory,
    {
      path: '/api/activity/export',
      filter: () => filterOf(options, () => factory.api()),
      list: 'crossdock activity list',
      saved: 'the activity',
    },
    options
  )
