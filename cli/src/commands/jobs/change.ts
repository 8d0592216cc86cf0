import type { Factory } from '../../factory.js'

const pathOf = (id: string) => `/api/jobs/${encodeURIComponent(id)}`

export async function retryJob(factory: Factory, id: string): Promise<void> {
  const api = await factory.api()
  await api.post(`${pathOf(id)}/retry`, undefined)
  factory.say(`The job ${id} is tried again.`)
}

export async function deleteJob(factory: Factory, id: string): Promise<void> {
  const api = await factory.api()
  await api.delete(pathOf(id))
  factory.say(`Deleted the job ${id}.`)
}
