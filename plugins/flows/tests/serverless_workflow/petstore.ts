import type { Partner } from '../../../integrations/tests/partner.js'

const pets = [
  { id: 1, name: 'Rex', status: 'available' },
  { id: 2, name: 'Milo', status: 'available' },
]

const parameter = (name: string, where: string, type: string) => ({
  name,
  in: where,
  required: true,
  type,
})
const answers = { responses: { 200: { description: 'What was found' } } }

/** The part of the pet store's description that the scenarios call. */
export const petstore = JSON.stringify({
  swagger: '2.0',
  info: { title: 'Pet store', version: '1' },
  basePath: '/v2',
  paths: {
    '/pet/findByStatus': {
      get: {
        operationId: 'findPetsByStatus',
        parameters: [parameter('status', 'query', 'string')],
        ...answers,
      },
    },
    '/pet/{petId}': {
      get: {
        operationId: 'getPetById',
        parameters: [parameter('petId', 'path', 'integer')],
        ...answers,
      },
    },
  },
})

/** Makes a partner answer like the pet store. */
export function keepPets(partner: Partner): void {
  partner.answers(({ url }, response) => {
    const { pathname, searchParams } = new URL(url, partner.url)
    const tell = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    if (pathname === '/v2/pet/findByStatus') {
      return tell(
        200,
        pets.filter(({ status }) => status === searchParams.get('status'))
      )
    }
    const pet = pets.find(({ id }) => pathname === `/v2/pet/${id}`)
    return pet ? tell(200, pet) : tell(404, { message: 'Pet not found' })
  })
}
