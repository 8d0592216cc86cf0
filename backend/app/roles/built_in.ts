import { builtInRoles, type BuiltInRole } from '@crossdock/backend/users'
import { text, type Text } from '@crossdock/kernel/http'

interface Words {
  name: Text
  description: Text
}

/** What people call the roles every tenant has. */
export const builtInWords: Record<BuiltInRole, Words> = {
  admin: {
    name: text('Administrator'),
    description: text('May do everything in the organization.'),
  },
  editor: {
    name: text('Editor'),
    description: text('Manages files and runs workflows; sees systems, people and what happened.'),
  },
  viewer: {
    name: text('Viewer'),
    description: text('Sees files, workflows and the dashboard.'),
  },
  user: {
    name: text('User'),
    description: text('What people are when nothing else is said: may do what viewers may.'),
  },
}

/** Whether a role is one every tenant has. */
export const isBuiltIn = (key: string): key is BuiltInRole =>
  (builtInRoles as readonly string[]).includes(key)
