import type { EnvironmentVariable } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { variablesPath } from '../../api/variables.js'

export interface ListVariablesOptions {
  search?: string
}

export async function listVariables(
  factory: Factory,
  { search }: ListVariablesOptions
): Promise<void> {
  const api = await factory.api()
  const variables = await api.all<EnvironmentVariable>(variablesPath(factory), {
    sort: ['name', 'ASC'],
    filter: search === undefined ? {} : { search },
  })
  await factory.printList(
    variables,
    [
      { title: 'Name', text: ({ name }) => name, whole: true },
      { title: 'Value', text: ({ value, isSecret }) => (isSecret ? '(secret)' : (value ?? '')) },
      { title: 'Used by', text: ({ useCount }) => String(useCount), align: 'right' },
      { title: 'Description', text: ({ description }) => description ?? '' },
      { title: 'Id', text: ({ id }) => id, onlyPiped: true },
    ],
    'No variables in this environment.'
  )
}
