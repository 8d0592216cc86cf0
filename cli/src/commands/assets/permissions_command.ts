import type { Command } from 'commander'
import { assetPaths } from '../../completion/names.js'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { PermissionsOptions } from './permissions.js'

const all = (value: string, before: string[] = []) => [...before, value]

/** Who is let into a folder. */
export function addPermissions(assets: Command, factory: Factory): void {
  assets
    .command('permissions')
    .description('Show or change who is let into a folder and what lies below it')
    .addArgument(
      factory.suggest(
        assets.createArgument('<folder>', 'path such as /Invoices/2026, or id'),
        assetPaths(factory, 'folder')
      )
    )
    .addOption(
      assets
        .createOption('--everyone <level>', 'what those may do who are not named; write opens it')
        .choices(['none', 'read', 'write'])
    )
    .addOption(
      assets
        .createOption('--grant <who=level>', 'let somebody in; may be given several times')
        .argParser(all)
    )
    .addOption(
      assets
        .createOption('--revoke <who>', 'name somebody no more; may be given several times')
        .argParser(all)
    )
    .addHelpText(
      'after',
      examples(
        'crossdock assets permissions /Payroll',
        'crossdock assets permissions /Payroll --everyone none --grant role:editor=write',
        'crossdock assets permissions /Payroll --grant auditor@harbourline.example=read',
        'crossdock assets permissions /Payroll --everyone write'
      )
    )
    .action(async (folder: string, options: PermissionsOptions) => {
      const { folderPermissions } = await import('./permissions.js')
      await folderPermissions(factory, folder, options)
    })
}
