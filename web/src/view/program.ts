// A program of WebGL with its uniforms by name.

export class Program {
  private readonly program: WebGLProgram;
  private readonly places = new Map<string, WebGLUniformLocation | null>();

  constructor(private readonly gl: WebGL2RenderingContext, vertex: string, fragment: string) {
    this.program = gl.createProgram()!;
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]] as const) {
      const shader = gl.createShader(kind)!;
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(this.program, shader);
    }
    gl.linkProgram(this.program);
    if (!gl.getProgramParameter(this.program, gl.LINK_STATUS) && !gl.isContextLost())
      throw new Error(`the browser does not take a program of the view: ${gl.getProgramInfoLog(this.program) ?? ""}`
        + (gl.getAttachedShaders(this.program) ?? []).map((shader) => gl.getShaderInfoLog(shader) ?? "").join(" "));
  }

  use(): void { this.gl.useProgram(this.program); }

  /** Numbers by their count: 1 to 4 are a number or a vector, 9 a matrix; triples of a list are given with "[0]". */
  set(name: string, ...values: number[]): void {
    const { gl } = this, place = this.place(name);
    if (name.endsWith("]")) gl.uniform3fv(place, values);
    else if (values.length === 9) gl.uniformMatrix3fv(place, true, values);
    else if (values.length === 4) gl.uniform4fv(place, values);
    else if (values.length === 3) gl.uniform3fv(place, values);
    else if (values.length === 2) gl.uniform2fv(place, values);
    else gl.uniform1f(place, values[0]!);
  }

  /** A whole number, a switch, or the number of a texture. */
  setWhole(name: string, value: number): void { this.gl.uniform1i(this.place(name), value); }

  private place(name: string): WebGLUniformLocation | null {
    let place = this.places.get(name);
    if (place === undefined) this.places.set(name, (place = this.gl.getUniformLocation(this.program, name)));
    return place;
  }
}
