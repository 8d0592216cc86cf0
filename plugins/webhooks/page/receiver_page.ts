import type { HttpContext } from '@adonisjs/core/http'
import { FrontPage } from '@crossdock/backend/front'
import { brandOf } from '@crossdock/backend/branding'
import { html, Html, Reader, type Problem, type Text } from '@crossdock/kernel/http'
import { style } from './style.js'

/** A part of the page with its title. */
export interface View {
  title: Text
  body: Html
}

/** The page of a receiver, in the brand of the organization that sends. */
export class ReceiverPage {
  private constructor(
    private readonly http: HttpContext,
    private readonly front: FrontPage
  ) {}

  static async of(http: HttpContext, tenantId: string): Promise<ReceiverPage> {
    const [own, operator] = [await brandOf(tenantId), await brandOf(null)]
    const brand = { ...own, productName: own.productName ?? operator.productName }
    return new ReceiverPage(http, await FrontPage.of(http, { brand, figures: {} }))
  }

  say(sentence: Text): string {
    return this.front.say(sentence)
  }

  /** The address of the page, or of something below it. */
  path(below = ''): string {
    return `/p/${String(this.http.params.token)}${below}`
  }

  /** A time as people read it, in UTC. */
  time(iso: string): Html {
    const form = { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' } as const
    const said = new Intl.DateTimeFormat(this.front.language, form).format(new Date(iso))
    return html`<time datetime="${iso}">${said} UTC</time>`
  }

  show({ title, body }: View, status = 200): undefined {
    quietly(this.http)
    return this.front.show(
      () => ({
        ...{ title, description: title, isSecret: true },
        body: html`<div class="wrap receiver">${body}</div>`,
        frame: {
          style,
          head: html`<header class="wrap head">
            ${this.front.brand(undefined, this.path())}
          </header>`,
          aside: new Html(''),
        },
      }),
      status
    )
  }
}

function quietly({ response }: HttpContext): void {
  response.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex, nofollow')
}

/** A token that leads nowhere is answered as every address that is nothing; else a sentence says what is wrong. */
export function refuse(http: HttpContext, problem: Problem): void {
  const { response } = http
  quietly(http)
  const { status, text } = problem
  const sentence = status === 404 ? 'There is nothing at this address.' : new Reader(http).say(text)
  response
    .status(status)
    .header('cache-control', 'no-store')
    .header('content-type', 'text/html; charset=utf-8')
    .send(html`${sentence}`.markup)
}
