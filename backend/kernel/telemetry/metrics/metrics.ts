import { dialect } from '../../database/database.js'
import { productVersion } from '../../ground/version.js'
import { service } from '../../ground/service.js'
import { settings } from '../../settings/index.js'
import { countRequests } from './of_requests.js'
import { countWork } from './of_work.js'
import { collectOnScrape } from './on_scrape.js'
import { openPrometheus, type Prometheus } from './prometheus.js'

/** The metrics of this process in the format of Prometheus. */
export class Metrics {
  #reading: Promise<string> | undefined

  private constructor(
    private readonly prometheus: Prometheus,
    private readonly look: () => Promise<void>,
    private readonly ends: (() => void)[]
  ) {}

  /** Starts counting. */
  static async open(): Promise<Metrics> {
    const prometheus = await openPrometheus()
    reportBuild(prometheus)
    const ends = [countRequests(prometheus), countWork(prometheus)]
    return new Metrics(prometheus, collectOnScrape(prometheus), ends)
  }

  get contentType(): string {
    return this.prometheus.registry.contentType
  }

  /** Current values of all metrics. Concurrent callers share one result. */
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

function reportBuild(prometheus: Prometheus): void {
  const labels = {
    version: productVersion(),
    node: process.version,
    database: dialect(),
    role: settings.use().ROLE,
  }
  prometheus
    .gauge('build_info', 'Version and role of this process; always 1.', Object.keys(labels))
    .set(labels, 1)
}

/** The metrics of the current application. Not provided when metrics are off. */
export const metrics = service<Metrics>('kernel.metrics')
