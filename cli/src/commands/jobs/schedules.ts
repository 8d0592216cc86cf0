import type { JobSchedule } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { formatRelative } from '../../output/format.js'

export async function listSchedules(factory: Factory): Promise<void> {
  const api = await factory.api()
  const schedules = await api.get<JobSchedule[]>('/api/jobs/schedules')
  await factory.printList(
    schedules,
    [
      { title: 'Name', text: (one) => one.name },
      { title: 'Cron', text: (one) => one.cron },
      { title: 'Zone', text: (one) => one.timeZone },
      { title: 'Next', text: (one) => formatRelative(one.nextAt), raw: (one) => one.nextAt },
      {
        title: 'Last',
        text: (one) => formatRelative(one.lastAt),
        raw: (one) => one.lastAt ?? '',
      },
      { title: 'Skipped', text: (one) => String(one.skipped), align: 'right' },
    ],
    'No recurring jobs.'
  )
}
