import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { DecideOptions } from './decide.js'
import type { ListApprovalsOptions } from './list.js'

/** Adds the commands for approvals that flow runs wait for. */
export function addApprovals(program: Command, factory: Factory): void {
  const approvals = program
    .command('approvals')
    .description('List and decide approvals that flow runs wait for')

  approvals
    .command('list')
    .description('List approvals that wait for your decision, newest first')
    .option('--open', 'open approvals of all people')
    .option('--all', 'include decided approvals')
    .option('--limit <count>', 'how many at most', '50')
    .addHelpText('after', examples('crossdock approvals list', 'crossdock approvals list --all'))
    .action(async (options: ListApprovalsOptions) =>
      (await import('./list.js')).listApprovals(factory, options)
    )

  for (const decision of ['approve', 'reject'] as const) {
    approvals
      .command(decision)
      .description(decision === 'approve' ? 'Approve one' : 'Reject one')
      .addArgument(approvals.createArgument('<id>', 'its id, or any part of the id'))
      .option('--comment <text>', 'why')
      .addHelpText(
        'after',
        examples(`crossdock approvals ${decision} 3f2a9c41 --comment "As agreed"`)
      )
      .action(async (id: string, options: DecideOptions) =>
        (await import('./decide.js')).decideApproval(factory, decision, id, options)
      )
  }
}
