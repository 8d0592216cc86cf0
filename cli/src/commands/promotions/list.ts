import type { Promotion } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { formatRelative } from '../../output/format.js'
import { chosenEnvironment, promotionsPath, workflowsOf } from './path.js'

export async function listPromotions(factory: Factory): Promise<void> {
  const api = await factory.api()
  const promotions = await api.all<Promotion>(promotionsPath(chosenEnvironment(factory)), {
    sort: ['createdAt', 'DESC'],
  })
  await factory.printList(
    promotions,
    [
      {
        title: 'Id',
        text: ({ id }) => id?.slice(-8) ?? '',
        whole: true,
        raw: ({ id }) => id ?? '',
      },
      { title: 'From', text: ({ sourceName }) => sourceName },
      { title: 'Workflows', text: workflowsOf },
      { title: 'By', text: ({ promotedByName }) => promotedByName ?? '' },
      {
        title: 'When',
        text: ({ createdAt }) => formatRelative(createdAt ?? ''),
        raw: ({ createdAt }) => createdAt ?? '',
      },
      { title: 'Undone', text: ({ undoneAt }) => (undoneAt ? 'yes' : '') },
    ],
    'No promotions to this environment.'
  )
}
