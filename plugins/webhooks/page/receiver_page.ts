import type { HttpContext } from '@adonisjs/core/http'
import { FrontPage } from '@crossdock/backend/front'
import { brandOf } from '@crossdock/backend/branding'
import { html, Html, Reader } from '@crossdock/kernel/http'
import type { Problem, Text } from '@crossdock/kernel/ground'
import { style } from './style.js'
import type { Sender } from './visit.js'

/** A part of the page with its title. */
export interface View {
  title: Text
  body: Html
}

/** The page of a receiver, in the branding of the sending organization. */
export class ReceiverPage {
  private constructor(
    private readonly http: HttpContext,
    private readonly front: FrontPage
  ) {}

  static async of(http: HttpContext, { tenantId, name }: Sender): Promise<ReceiverPage> {
    const own = await brandOf(tenantId)
    // The receiver knows the sending organization, not the product that sends.
    const brand = { ...own, productName: own.productName ?? name }
    return new ReceiverPage(http, await FrontPage.of(http, { brand, figures: {} }))
  }

  say(sentence: Text): string {
    return this.front.say(sentence)
  }

  /** Returns the path of the page, or of a page below it. */
  path(below = ''): string {
    return `/p/${String(this.http.params.token)}${below}`
  }

  /** Returns a time in UTC for readers. */
  time(iso: string): Html {
    const form = { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' } as const
    const said = new Intl.DateTimeFormat(this.front.language, form).format(new Date(iso))
    return html`<time datetime="${iso}">${said} UTC</time>`
  }

  show({ title, body }: View, status = 200): undefined {
    quietly(this.http)
    return this.front.show(
      () => ({
        title,
        description: title,
        isSecret: true,
        body: html`<div class="wrap receiver">${body}</div>`,
        frame: {
          style,
          head: html`<header class="wrap head">
            ${this.front.brand(undefined, this.path())}
          </header>`,
          sidebar: new Html(''),
        },
      }),
      status
    )
  }
}

function quietly({ response }: HttpContext): void {
  response.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex, nofollow')
}

/** An unknown token gets the same answer as any unknown address; other problems show their message. */
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
