import type { Command } from 'commander'
import { assetPaths } from '../../completion/names.js'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { PermissionsOptions } from './permissions.js'

const append = (value: string, before: string[] = []) => [...before, value]

/** Adds the command for folder permissions. */
export function addPermissionsCommand(assets: Command, factory: Factory): void {
  assets
    .command('permissions')
    .description('Show or change who may access a folder and everything below it')
    .addArgument(
      factory.suggest(
        assets.createArgument('<folder>', 'path such as /Invoices/2026, or id'),
        assetPaths(factory, 'folder')
      )
    )
    .addOption(
      assets
        .createOption(
          '--everyone <level>',
          'access of people who are not named; "write" opens the folder'
        )
        .choices(['none', 'read', 'write'])
    )
    .addOption(
      assets
        .createOption(
          '--grant <who=level>',
          'give a person or role access; may be given several times'
        )
        .argParser(append)
    )
    .addOption(
      assets
        .createOption('--revoke <who>', 'remove a person or role; may be given several times')
        .argParser(append)
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
