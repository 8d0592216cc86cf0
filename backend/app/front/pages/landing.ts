import { html, type Html } from '@crossdock/kernel/http'
import { text, type Text } from '@crossdock/kernel/ground'
import { brandingDrawing, auditDrawing, syncDrawing, workflowDrawing } from './drawings.js'
import { figures } from './figures.js'
import { chooseThemePicture, type FrontPage, type Shown } from './front_page.js'
import { pictures } from './pictures.js'

/** `/`: an overview of the product. */
export function landing(page: FrontPage): Shown {
  const { product } = page
  return {
    title: text('{product}: share files and connect systems', { product }),
    description: text(
      '{product} moves files between offices, partners and machines, runs the work that follows, and keeps a record of every step.',
      { product }
    ),
    body: html`${hero(page)} ${solutions(page)} ${callToAction(page)}`,
  }
}

function hero(page: FrontPage): Html {
  const { product } = page
  const lead = text(
    '{product} moves files between offices, partners and machines, runs the work that follows, and keeps a record of every step.',
    { product }
  )
  const { width, height } = pictures
  return html`<div class="hero">
      <div class="wrap">
        <h1>${page.say(text('Share files and connect systems across every site'))}</h1>
        <p class="lead">${page.say(lead)}</p>
        <div class="actions">
          <a class="button primary" href="/sales">${page.say(text('Get started'))}</a>
          <a class="button" href="/sales#demo">${page.say(text('Schedule demo'))}</a>
        </div>
      </div>
      <figure class="shot">
        <picture>
          <source srcset="${pictures.dark}" media="(prefers-color-scheme: dark)" />
          <img
            src="${pictures.light}"
            width="${width}"
            height="${height}"
            fetchpriority="high"
            alt="${page.say(text('A workflow in the console: its steps, the settings of one step, and what it makes of a sample file'))}"
          />
        </picture>
        ${chooseThemePicture}
      </figure>
    </div>
    <div class="wrap">${figures(page)}</div>`
}

function solutions(page: FrontPage): Html {
  const card = (id: string, drawn: Html, title: Text, sentence: Text) =>
    html`<li id="${id}">
      ${drawn}
      <h3>${page.say(title)}</h3>
      <p>${page.say(sentence)}</p>
    </li>`
  return html`<section class="wrap solutions" id="solutions" aria-labelledby="solutions-title">
    <h2 id="solutions-title">
      ${page.say(text('One place for everything that moves between sites'))}
    </h2>
    <ul class="features">
      ${card(
        'sync',
        syncDrawing(page),
        text('Real-time file synchronization'),
        text(
          'Folders on desktops, servers and partner systems stay the same. Conflicts are shown side by side, and nothing is lost.'
        )
      )}
      ${card(
        'workflows',
        workflowDrawing(page),
        text('Automated workflow engine'),
        text(
          'A file, a webhook or a schedule starts the work. Every step can be retried, and a restart loses nothing.'
        )
      )}
      ${card(
        'security',
        auditDrawing(page),
        text('Security and compliance'),
        text(
          'Sign-in without passwords, access by folder, and an audit log that shows when it was altered.'
        )
      )}
      ${card(
        'branding',
        brandingDrawing(page),
        text('Multi-tenant isolation with custom branding'),
        text(
          'Every organization has its own data, limits, name and colors. Shared links carry its brand.'
        )
      )}
    </ul>
  </section>`
}

const callToAction = (page: FrontPage): Html =>
  html`<section class="wrap call" aria-labelledby="call-title">
    <h2 id="call-title">${page.say(text('See it with your own files'))}</h2>
    <p>${page.say(text('We show you a workflow with one of your documents.'))}</p>
    <div class="actions">
      <a class="button primary" href="/sales#demo">${page.say(text('Schedule demo'))}</a>
      <a class="button" href="/api-docs">${page.say(text('Read the API'))}</a>
    </div>
  </section>`
