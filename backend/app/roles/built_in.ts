import { builtInRoles, type BuiltInRole } from '@crossdock/backend/users'
import { text, type Text } from '@crossdock/kernel/ground'

interface Words {
  name: Text
  description: Text
}

/** Names and descriptions of the built-in roles. */
export const builtInWords: Record<BuiltInRole, Words> = {
  admin: {
    name: text('Administrator'),
    description: text('Can do everything in the organization.'),
  },
  editor: {
    name: text('Editor'),
    description: text(
      'Manages files and runs workflows. Sees systems, people and the activity feed.'
    ),
  },
  viewer: {
    name: text('Viewer'),
    description: text('Sees files, workflows and the dashboard.'),
  },
  user: {
    name: text('User'),
    description: text('The default role. Has the same permissions as Viewer.'),
  },
}

/** Whether a role is built in, so that every tenant has it. */
export const isBuiltIn = (key: string): key is BuiltInRole =>
  (builtInRoles as readonly string[]).includes(key)
