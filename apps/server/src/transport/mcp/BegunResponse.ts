/** Responses that are streams. */

const isStream = ({ headers }: Response): boolean =>
  headers.get("content-type")?.startsWith("text/event-stream") === true

/** Waits for the first bytes of a stream: until they are sent, another response can be sent instead. */
export const begun = async (response: Response): Promise<Response> => {
  if (response.body === null || !isStream(response)) return response
  const reader = response.body.getReader()
  let first: Awaited<ReturnType<typeof reader.read>> | undefined = await reader.read()
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = first ?? (await reader.read())
      first = undefined
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason)
  })
  return new Response(body, { status: response.status, headers: response.headers })
}
