import { Option, type Command } from 'commander'
import type { Factory } from '../../factory.js'
import type { ListJobsOptions } from './list.js'

/** Work in the background that nobody could finish, and what recurs. */
export function addJobs(program: Command, factory: Factory): void {
  const jobs = program.command('jobs').description('look after jobs that failed')

  jobs
    .command('list')
    .description('list jobs nobody could finish, newest first')
    .addOption(new Option('--status <status>', 'only these').choices(['failed', 'unknown']))
    .option('--name <name>', 'only jobs of this name')
    .option('--limit <count>', 'how many at most', '50')
    .action(async (options: ListJobsOptions) => {
      const { listJobs } = await import('./list.js')
      await listJobs(factory, options)
    })

  jobs
    .command('retry')
    .description('try a failed job again, as if it were new')
    .argument('<id>', 'its id')
    .action(async (id: string) => {
      const { retryJob } = await import('./change.js')
      await retryJob(factory, id)
    })

  jobs
    .command('delete')
    .description('delete a failed job: what it was to do is not done')
    .argument('<id>', 'its id')
    .action(async (id: string) => {
      const { deleteJob } = await import('./change.js')
      await deleteJob(factory, id)
    })

  jobs
    .command('schedules')
    .description('list the recurring jobs of the installation (super administrator)')
    .action(async () => {
      const { listSchedules } = await import('./schedules.js')
      await listSchedules(factory)
    })
}
