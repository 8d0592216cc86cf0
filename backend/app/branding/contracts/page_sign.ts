import { Html } from '@crossdock/kernel/http'

/** The product's logo, as in the console; pages draw it in the color of buttons. */
export const productLogo = new Html(
  '<svg class="sign" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/><path d="M7 12.5h11.5M14.5 8.5l4 4-4 4M25 19.5H13.5M17.5 15.5l-4 4 4 4"/></svg>'
)
