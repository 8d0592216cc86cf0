import { Option, type Command } from 'commander'
import { assetPaths, recordNames } from '../../completion/names.js'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { AddBindingOptions } from './add.js'
import type { ListBindingsOptions } from './list.js'

const SYSTEM = 'the external system: its name, or any part of its id'
const ADD_HELP = `
A system that is bound to a folder gets only files in that folder or below; one that is bound
to none gets all. Patterns may contain * and ?, and ignore case.`

/** Adds the commands for the folders that external systems work with. */
export function addFolderBindings(program: Command, factory: Factory): void {
  const bindings = program
    .command('folder-bindings')
    .description('Show and change which folders external systems work with')
  const append = (value: string, before: string[] = []) => [...before, value]
  const several = (flags: string, about: string) =>
    new Option(flags, `${about}; may be given several times`).argParser(append)
  const ofSystem = () =>
    factory.suggest(
      bindings.createOption('--system <name-or-id>', SYSTEM),
      recordNames('/api/integrations/systems')(factory)
    )
  const ofFolder = () =>
    factory.suggest(
      bindings.createOption('--folder <path-or-id>', 'the folder: its path, or its id'),
      assetPaths(factory, 'folder')
    )

  bindings
    .command('list')
    .description('List the folders that systems are bound to')
    .addOption(ofSystem())
    .addOption(ofFolder())
    .addHelpText(
      'after',
      examples(
        'crossdock folder-bindings list',
        'crossdock folder-bindings list --folder /Invoices'
      )
    )
    .action(async (options: ListBindingsOptions) => {
      const { listBindings } = await import('./list.js')
      await listBindings(factory, options)
    })

  bindings
    .command('add')
    .description('Bind a system to a folder: it then gets only files of its bound folders')
    .addOption(ofSystem().makeOptionMandatory())
    .addOption(ofFolder().makeOptionMandatory())
    .addOption(several('--permission <permission>', '"read" (the default) or "write"'))
    .addOption(several('--include <pattern>', 'only files whose name matches'))
    .addOption(several('--exclude <pattern>', 'no files whose name matches'))
    .addOption(several('--mime-type <pattern>', 'only files of a matching type, such as image/*'))
    .option('--max-size <bytes>', 'no files that are larger')
    .addHelpText('after', ADD_HELP)
    .addHelpText(
      'after',
      examples(
        'crossdock folder-bindings add --system "Harbour" --folder /Invoices',
        'crossdock folder-bindings add --system "Harbour" --folder /Photos --include "cmr-*" --mime-type "image/*"'
      )
    )
    .action(async (options: AddBindingOptions) => {
      const { addBinding } = await import('./add.js')
      await addBinding(factory, options)
    })

  bindings
    .command('remove')
    .description('Delete a folder binding; a system without bindings gets all files')
    .argument('<id>', 'its id, or any part of the id')
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('crossdock folder-bindings remove 3f1c8a52 --yes'))
    .action(async (typed: string, { yes = false }: { yes?: boolean }) => {
      const { removeBinding } = await import('./remove.js')
      await removeBinding(factory, typed, yes)
    })
}
