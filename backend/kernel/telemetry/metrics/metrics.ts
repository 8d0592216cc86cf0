import { dialect } from '../../database/database.js'
import { productVersion } from '../../ground/version.js'
import { service } from '../../ground/service.js'
import { settings } from '../../settings/index.js'
import { countRequests } from './of_requests.js'
import { countWork } from './of_work.js'
import { lookedUp } from './looked.js'
import { openPrometheus, type Prometheus } from './prometheus.js'

/** The figures of this process, as Prometheus reads them. */
export class Metrics {
  #reading: Promise<string> | undefined

  private constructor(
    private readonly prometheus: Prometheus,
    private readonly look: () => Promise<void>,
    private readonly ends: (() => void)[]
  ) {}

  /** Begins to count. */
  static async open(): Promise<Metrics> {
    const prometheus = await openPrometheus()
    tellBuild(prometheus)
    const ends = [countRequests(prometheus), countWork(prometheus)]
    return new Metrics(prometheus, lookedUp(prometheus), ends)
  }

  get contentType(): string {
    return this.prometheus.registry.contentType
  }

  /** All figures as of now. Who asks meanwhile shares the answer. */
  read(): Promise<string> {
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined))
    return this.#reading
  }

  async #read(): Promise<string> {
    await this.look()
    return this.prometheus.registry.metrics()
  }

  end(): void {
    for (const end of this.ends) end()
    this.prometheus.registry.clear()
  }
}

function tellBuild(prometheus: Prometheus): void {
  const labels = {
    version: productVersion(),
    node: process.version,
    database: dialect(),
    role: settings.use().ROLE,
  }
  prometheus.gauge('build_info', 'What runs here; always 1.', Object.keys(labels)).set(labels, 1)
}

/** Those of the current application; nobody provides them where nothing is measured. */
export const metrics = service<Metrics>('kernel.metrics')
