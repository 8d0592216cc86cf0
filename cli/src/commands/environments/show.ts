import type { Factory } from '../../factory.js'
import { printRecord } from '../../output/record.js'
import { findEnvironment } from './find.js'

export async function showEnvironment(factory: Factory, typed: string): Promise<void> {
  const environment = await findEnvironment(await factory.apiWithoutEnvironment(), typed)
  if (factory.flags.json) return factory.printJson(environment)
  printRecord(factory, environment)
}
