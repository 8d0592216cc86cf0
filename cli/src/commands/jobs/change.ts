import type { FailedJob } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import type { Factory } from '../../factory.js'
import { pick } from '../../find.js'
import { isId } from '../../ids.js'

export async function retryJob(factory: Factory, typed: string): Promise<void> {
  const api = await factory.api()
  const id = await idOf(api, typed)
  await api.post(`/api/jobs/${id}/retry`, undefined)
  factory.say(`Retrying the job ${id}.`)
}

export async function deleteJob(factory: Factory, typed: string): Promise<void> {
  const api = await factory.api()
  const id = await idOf(api, typed)
  await api.delete(`/api/jobs/${id}`)
  factory.say(`Deleted the job ${id}.`)
}

async function idOf(api: ApiClient, typed: string): Promise<string> {
  if (isId(typed)) return typed
  const job = pick(await api.all<FailedJob>('/api/jobs'), typed, {
    one: 'failed job',
    list: 'crossdock jobs list',
    ids: (one) => [one.id],
    about: (one) => `${one.name}, ${one.lastError ?? one.status}`,
  })
  return job.id
}
