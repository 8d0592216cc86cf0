import type { HttpContext } from '@adonisjs/core/http'
import { apiSections, hostOf, type Input } from '@crossdock/kernel/http'
import { nothingThere, type Problem } from '@crossdock/kernel/ground'
import { subdomainOf } from '@crossdock/kernel/tenancy'
import { FrontPage, type Shown } from '../pages/front_page.js'
import { errorsPage, eventsPage } from '../reference/catalog_pages.js'
import { reference, type Reference } from '../reference/description.js'
import {
  changelogPage,
  limitsPage,
  problemPage,
  searchPage,
  sectionPage,
  startPage,
} from '../reference/guide_pages.js'
import { operationPage } from '../reference/operation_page.js'

type Draw = (page: FrontPage, all: Reference) => Shown

const guides = new Map<string, Draw>([
  ['errors', errorsPage],
  ['events', eventsPage],
  ['rate-limits', limitsPage],
  ['changelog', changelogPage],
])

const mostSearched = 100

/** At an organization's address the page has no brand, because the operator's brand must not appear there. */
const pageFor = (http: HttpContext): Promise<FrontPage> =>
  subdomainOf(hostOf(http)) === null
    ? FrontPage.of(http)
    : FrontPage.of(http, {
        brand: { productName: null, logo: null, colors: null },
        figures: {},
      })

async function draw(http: HttpContext, what: Draw, status?: number): Promise<undefined> {
  const [page, all] = await Promise.all([pageFor(http), reference()])
  return page.show((shown) => what(shown, all), status)
}

/** The public API reference. */
export default class ReferenceController {
  start({ http }: Input) {
    const words: unknown = http.request.qs().search
    const searched = typeof words === 'string' ? words.trim().slice(0, mostSearched) : ''
    return draw(http, searched ? (page, all) => searchPage(page, all, searched) : startPage)
  }

  async show({ http, params }: Input<undefined, undefined, 'page'>) {
    const what = guides.get(params.page) ?? (await pageAt(params.page))
    if (!what) throw nothingThere()
    return draw(http, what)
  }
}

/** The page of a section or of an operation; null for another address. */
async function pageAt(address: string): Promise<Draw | null> {
  const [name = '', slug, ...more] = address.split('/')
  const section = apiSections.find((one) => one === name)
  if (!section || more.length > 0) return null
  if (slug === undefined) return (page, all) => sectionPage(page, all, section)
  const operation = (await reference()).find(section, slug)
  return operation ? (page, all) => operationPage(page, all, operation) : null
}

/** Shows an error as a page of the reference. */
export async function refuse(http: HttpContext, problem: Problem): Promise<void> {
  await draw(http, (page, all) => problemPage(page, all, problem), problem.status)
}
