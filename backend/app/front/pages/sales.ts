import { html, type Html } from '@crossdock/kernel/http'
import { text, type Problem, type Text } from '@crossdock/kernel/ground'
import { keptDays } from '../limits.js'
import { longestMessage } from '../validators/front.js'
import type { FrontPage, Shown } from './front_page.js'
import { icon, tile, type IconName } from './icons.js'

interface Sent {
  /** Whether the request whose id is in the address is stored. */
  hasArrived?: boolean
  /** The error, and the entered values. */
  problem?: Problem
  entered?: Record<string, string>
}

/** `/sales`: the capabilities, the form for a demo, and what the price depends on. */
export function sales(page: FrontPage, sent: Sent): Shown {
  const { product } = page
  return {
    title: sent.problem
      ? text('Not sent · {product} for enterprises', { product })
      : text('{product} for enterprises', { product }),
    description: text(
      'Capabilities, custom pricing, and a demo of {product} for organizations with many sites.',
      { product }
    ),
    body: html`<div class="wrap">
      <div class="talk">${capabilities(page)} ${demo(page, sent)}</div>
      ${pricing(page)}
    </div>`,
  }
}

function capabilities(page: FrontPage): Html {
  const { product } = page
  const capability = (name: IconName, title: Text, sentence: Text, id?: string) =>
    html`<li ${id ? html`id="${id}"` : null}>
      ${tile(name)}
      <div>
        <h2>${page.say(title)}</h2>
        <p>${page.say(sentence)}</p>
      </div>
    </li>`
  return html`<div>
    <h1>${page.say(text('{product} for organizations with many sites', { product }))}</h1>
    <p class="lead">
      ${page.say(text('Tell us how files move between your sites today. We show you how it would work here.'))}
    </p>
    <ul class="able">
      ${capability(
        'folder',
        text('File synchronization'),
        text(
          'Two-way folders between desktops, servers and SFTP, with a plan you can read before anything is deleted.'
        )
      )}
      ${capability(
        'workflow',
        text('Workflow engine'),
        text(
          'Branches, approvals and retries. Every call is kept with its request and its answer.'
        ),
        'integrations'
      )}
      ${capability(
        'shield',
        text('Security and compliance'),
        text('Single sign-on, access by folder, retention rules and a sealed audit log.')
      )}
      ${capability(
        'building',
        text('Isolation and branding'),
        text('Each organization has its own data, limits, domain and colors.')
      )}
      ${capability(
        'server',
        text('Runs where you want'),
        text('On your own servers or in your own cloud, with one database.')
      )}
    </ul>
  </div>`
}

function demo(page: FrontPage, { hasArrived, problem, entered = {} }: Sent): Html {
  return html`<section class="panel" id="demo" aria-labelledby="demo-title">
    <h2 id="demo-title">${page.say(text('Schedule your demo'))}</h2>
    ${hasArrived ? arrived(page) : form(page, entered, problem)}
  </section>`
}

const arrived = (page: FrontPage): Html =>
  html`<div class="notice well" role="status">
      ${icon('check')}
      <div>
        ${page.say(text('Your request has arrived. You hear from a person who knows the product.'))}
      </div>
    </div>
    <p class="soft">${page.say(whereItGoes)}</p>
    <p class="soft"><a href="/sales#demo">${page.say(text('Send another request'))}</a></p>`

const whereItGoes = text(
  'Your request goes by email to the team that runs this server, and into their list. It is used to answer you and for nothing else. It is deleted after {days} days.',
  { days: keptDays }
)

function form(page: FrontPage, entered: Record<string, string>, problem?: Problem): Html {
  const wrong = new Map(problem?.errors.map(({ field, text: sentence }) => [field, sentence]))
  // The field itself shows the error.
  const isSaid = ['name', 'email', 'message'].some((field) => wrong.has(field))
  const top = !problem ? null : isSaid ? text('Your request was not sent.') : problem.text
  const fieldError = (field: string) => {
    const sentence = wrong.get(field)
    return sentence ? html`<p class="wrong" id="${field}-wrong">${page.say(sentence)}</p>` : null
  }
  const fieldState = (field: string) =>
    wrong.has(field) ? html`aria-invalid="true" aria-describedby="${field}-wrong"` : null
  const line = (field: string, label: Text, attributes: Record<string, string | number>) =>
    html`<label for="${field}">${page.say(label)} *</label>
      <input
        id="${field}"
        name="${field}"
        value="${entered[field] ?? ''}"
        required
        ${Object.entries(attributes).map(([name, value]) => html` ${name}="${value}"`)}
        ${fieldState(field)}
      />
      ${fieldError(field)}`
  return html`<p class="soft">${page.say(text('You hear from a person who knows the product.'))}</p>
    <form method="post" action="/sales#demo">
      ${top ? html`<div class="notice bad" role="alert">${page.say(top)}</div>` : null}
      ${line('name', text('Name'), { maxlength: 100, autocomplete: 'name' })}
      ${line('email', text('Email'), { maxlength: 254, autocomplete: 'email', type: 'email', placeholder: 'you@company.example' })}
      <label for="message">${page.say(text('Message'))}</label>
      <textarea
        id="message"
        name="message"
        rows="5"
        maxlength="${longestMessage}"
        placeholder="${page.say(text('Sites, systems, number of people'))}"
        ${fieldState('message')}
      >
${entered.message ?? ''}</textarea>
      ${fieldError('message')}
      <button class="button primary">${page.say(text('Schedule demo'))}</button>
      <p class="soft">${page.say(whereItGoes)}</p>
    </form>`
}

function pricing(page: FrontPage): Html {
  const { pricingCallMinutes: minutes } = page.site.figures
  const priceFactor = (what: Text, how: Text) =>
    html`<div>
      <dt>${page.say(what)}</dt>
      <dd>${page.say(how)}</dd>
    </div>`
  const book = minutes
    ? text('Book a {minutes}-minute pricing call', { minutes })
    : text('Book a pricing call')
  return html`<section class="price" id="pricing" aria-labelledby="pricing-title">
    <div>
      <h2 id="pricing-title">${page.say(text('Custom pricing'))}</h2>
      <p>
        ${page.say(text('Your price follows what you use. In one call we look at your numbers and send an offer you can sign or leave.'))}
      </p>
      <a class="button small" href="/sales#demo">${icon('calendar')}${page.say(book)}</a>
    </div>
    <div>
      <h3>${page.say(text('What the price depends on'))}</h3>
      <dl>
        ${priceFactor(text('People'), text('by number'))}
        ${priceFactor(text('Storage and transfer'), text('by volume'))}
        ${priceFactor(text('API calls and runs'), text('by volume'))}
        ${priceFactor(text('Desktop agents'), text('by number'))}
        ${priceFactor(text('Support'), text('by response time'))}
      </dl>
    </div>
  </section>`
}
