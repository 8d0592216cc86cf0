import type { Platform } from '../model.js'

/** The system of the person at this page, as their browser tells it. */
export function ownPlatform(): Platform {
  const agent = navigator.userAgent
  if (agent.includes('Windows')) return 'windows'
  return agent.includes('Mac') ? 'macos' : 'linux'
}
