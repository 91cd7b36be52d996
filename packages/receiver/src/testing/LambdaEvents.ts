export interface LambdaOptions {
  /** AWS encodes what it takes for binary. Default: only a body that is not UTF-8. */
  readonly base64?: boolean | undefined
}

interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

const toBase64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

// A byte order mark is part of what was signed; the decoder would drop it.
const toText = (bytes: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)

function bodyOf({ body }: Sent, options: LambdaOptions = {}) {
  const isBase64Encoded = options.base64 ?? !isUtf8(body)
  return { body: isBase64Encoded ? toBase64(body) : toText(body), isBase64Encoded }
}

const mapHeaders = <A>({ headers }: Sent, entry: (name: string, value: string) => [string, A]) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => entry(name, value)))

const lowerCase = (sent: Sent) => mapHeaders(sent, (name, value) => [name.toLowerCase(), value])

const queryOf = ({ url }: Sent): Readonly<Record<string, string>> => Object.fromEntries(new URL(url).searchParams)

export function toApiGatewayV1(sent: Sent, options?: LambdaOptions) {
  const { pathname } = new URL(sent.url)
  const query = queryOf(sent)
  return {
    resource: "/{proxy+}",
    path: pathname,
    httpMethod: sent.method,
    headers: { ...sent.headers },
    multiValueHeaders: mapHeaders(sent, (name, value) => [name, [value]]),
    queryStringParameters: Object.keys(query).length === 0 ? null : query,
    pathParameters: null,
    stageVariables: null,
    requestContext: { httpMethod: sent.method, path: pathname, protocol: "HTTP/1.1", stage: "test" },
    ...bodyOf(sent, options)
  }
}

export function toApiGatewayV2(sent: Sent, options?: LambdaOptions) {
  const { hostname, pathname, search } = new URL(sent.url)
  return {
    version: "2.0",
    routeKey: "$default",
    rawPath: pathname,
    rawQueryString: search.slice(1),
    headers: lowerCase(sent),
    requestContext: {
      domainName: hostname,
      http: { method: sent.method, path: pathname, protocol: "HTTP/1.1", sourceIp: "192.0.2.1", userAgent: "Heddle" },
      stage: "$default"
    },
    ...bodyOf(sent, options)
  }
}

/** The payload of an HTTP API, under the host name of a function. */
export function toFunctionUrl(sent: Sent, options?: LambdaOptions) {
  const event = toApiGatewayV2(sent, options)
  const domainName = "sample.lambda-url.eu-central-1.on.aws"
  return { ...event, requestContext: { ...event.requestContext, domainName } }
}

/** Either `headers` or, where the target group is set so, `multiValueHeaders`; never both. */
export function toAlb(sent: Sent, options: LambdaOptions & { readonly multiValueHeaders?: boolean } = {}) {
  const { pathname } = new URL(sent.url)
  return {
    requestContext: { elb: { targetGroupArn: "arn:aws:elasticloadbalancing:sample" } },
    httpMethod: sent.method,
    path: pathname,
    queryStringParameters: queryOf(sent),
    ...(options.multiValueHeaders === true
      ? { multiValueHeaders: mapHeaders(sent, (name, value) => [name.toLowerCase(), [value]]) }
      : { headers: lowerCase(sent) }),
    ...bodyOf(sent, options)
  }
}
