import type { PersonPermission, PersonPermissions, User } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { CliError, ExitCode } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { pick } from '../../find.js'
import { isId } from '../../ids.js'
import { printDetails } from '../../output/details.js'

export interface WhyOptions {
  permission?: string
}

/** Lists every permission: whether a person has it, why, and which roles grant it. */
export async function explainPermissions(
  factory: Factory,
  typed: string,
  { permission }: WhyOptions
): Promise<void> {
  const api = await factory.api()
  const person = await api.get<PersonPermissions>(
    `/api/users/${await personId(api, typed)}/permissions`
  )
  const asked = person.permissions.filter(({ name }) => !permission || name === permission)
  if (permission && asked.length === 0) {
    throw new CliError(ExitCode.notFound, `There is no permission "${permission}".`, {
      hint: 'See all of them: crossdock api GET /api/permissions',
    })
  }
  if (factory.flags.json) return factory.printJson({ ...person, permissions: asked })
  printDetails(factory, [
    ['Person', person.label],
    ['Email', person.email],
    ['Role', person.role?.name ?? 'deleted role'],
  ])
  factory.say('')
  await factory.printList(
    asked,
    [
      { title: 'Permission', text: ({ name }) => name, whole: true },
      {
        title: 'May',
        text: mayOf,
        style: (one, colors) => (one.isHeld ? colors.green : colors.dim),
      },
      { title: 'Why', text: ({ reason }) => reason },
      {
        title: 'Given by',
        text: ({ givenBy }) => givenBy.map(({ name }) => name).join(', '),
        raw: ({ givenBy }) => givenBy.map(({ key }) => key).join(' '),
      },
    ],
    'No permissions.'
  )
}

const mayOf = ({ isHeld }: PersonPermission) => (isHeld ? 'yes' : 'no')

async function personId(api: ApiClient, typed: string): Promise<string> {
  if (isId(typed)) return typed.toLowerCase()
  // The server searches any part of an address. Ids are looked up among the newest people.
  const filter = typed.includes('@') ? { search: typed.toLowerCase() } : {}
  const { rows } = await api.page<User>(
    '/api/users',
    { filter, sort: ['createdAt', 'DESC'] },
    0,
    1000
  )
  const named = rows.map((user) => ({ ...user, email: user.email.toLowerCase() }))
  return pick(named, typed.toLowerCase(), {
    one: 'person',
    list: 'crossdock api GET /api/users',
    ids: (user) => [user.id],
    name: (user) => user.email,
    about: (user) => user.email,
  }).id
}
