import {
  environmentVariables,
  VariableRefused,
  variablePlace,
} from '@crossdock/environments/contracts'
import type { CallVariables } from '../contracts/connector.js'
import { CallRefused } from './call_refused.js'

const variableSource = /^variables\.([A-Z][A-Z0-9_]{0,63})$/

/** The name of the variable a placeholder or a mapping asks for; undefined when it asks for something else. */
export const variableNamed = (path: string): string | undefined => variableSource.exec(path)?.[1]

/** Those of the environment the call is made in, as they are now. */
export async function callVariables(): Promise<CallVariables> {
  const reader = await environmentVariables.use().read()
  return {
    value(name) {
      try {
        return reader.value(name)
      } catch (error) {
        if (error instanceof VariableRefused) throw new CallRefused(error.message)
        throw error
      }
    },
    has: (name) => reader.has(name),
    all: () => reader.all(),
    secrets: () => reader.secrets(),
  }
}

/** A text with its places for variables filled. @throws CallRefused, SecretError */
export const fillVariables = (template: string, variables: CallVariables): string =>
  template.replace(variablePlace(), (_, name: string) => variables.value(name))

/**
 * What must not be told of a call: the secrets of its variables in the forms in which requests hold them beside those
 * that `redact` knows, as a host, in a path, in a query.
 */
export function secretForms(variables: CallVariables | undefined): string[] {
  return [...new Set((variables?.secrets() ?? []).flatMap(formsOf))]
}

function formsOf(secret: string): string[] {
  const query = new URLSearchParams({ v: secret }).toString().slice(2)
  const forms = [secret, secret.trim(), query, secret.toLowerCase()]
  const asPath = `http://h/${secret}`
  if (URL.canParse(asPath)) forms.push(new URL(asPath).pathname.slice(1))
  for (const address of [secret, `http://${secret}`]) {
    if (!URL.canParse(address)) continue
    const { host, href } = new URL(address)
    forms.push(host, href)
  }
  return forms.filter((form) => form !== '')
}
