import { Option, type Command } from 'commander'
import type { Factory } from '../../factory.js'
import { jobIds } from '../../completion/names.js'
import { examples } from '../../help.js'
import type { ListJobsOptions } from './list.js'

/** Adds the commands for failed background jobs and recurring jobs. */
export function addJobs(program: Command, factory: Factory): void {
  const jobs = program.command('jobs').description('Manage failed jobs')

  jobs
    .command('list')
    .description('List failed jobs, newest first')
    .addOption(new Option('--status <status>', 'only these').choices(['failed', 'unknown']))
    .option('--name <name>', 'only jobs of this name')
    .option('--limit <count>', 'how many at most', '50')
    .addHelpText(
      'after',
      examples('crossdock jobs list', 'crossdock jobs list --status failed --name mail.send')
    )
    .action(async (options: ListJobsOptions) => {
      const { listFailedJobs } = await import('./list.js')
      await listFailedJobs(factory, options)
    })

  jobs
    .command('retry')
    .description('Retry a failed job as a new one')
    .addArgument(
      factory.suggest(jobs.createArgument('<id>', 'its id, or any part of the id'), jobIds(factory))
    )
    .addHelpText('after', examples('crossdock jobs retry 019a2b3c'))
    .action(async (id: string) => {
      const { retryJob } = await import('./change.js')
      await retryJob(factory, id)
    })

  jobs
    .command('delete')
    .description('Delete a failed job without running it')
    .addArgument(
      factory.suggest(jobs.createArgument('<id>', 'its id, or any part of the id'), jobIds(factory))
    )
    .addHelpText('after', examples('crossdock jobs delete 019a2b3c'))
    .action(async (id: string) => {
      const { deleteJob } = await import('./change.js')
      await deleteJob(factory, id)
    })

  jobs
    .command('schedules')
    .description('List the recurring jobs of the installation (super administrator)')
    .addHelpText('after', examples('crossdock jobs schedules'))
    .action(async () => {
      const { listSchedules } = await import('./schedules.js')
      await listSchedules(factory)
    })
}
