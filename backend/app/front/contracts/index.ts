export { FrontPage, type Shown } from '../pages/front_page.js'
export type { Site } from '../queries/site.js'
