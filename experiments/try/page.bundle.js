var he={ok:0,failed:1,usage:2,missing:3,interrupted:130},T=class extends Error{exitCode=he.failed;parts;constructor(e,r){super(`Cannot ${e.action}: found ${e.current}, wanted ${e.wanted}. Next: ${e.next}`,r),this.name=new.target.name,this.parts=e}},Le=class extends T{},R=class extends T{exitCode=he.usage},X=class extends T{exitCode=he.missing},Yt=class extends T{exitCode=he.missing;place;constructor(e,r,o){let n=e.key!==void 0?`, key ${JSON.stringify(e.key)}`:"",s=e.line!==void 0?`, line ${e.line}`:e.offset!==void 0?`, offset ${e.offset}`:"";super({...r,action:`${r.action??"read"} ${JSON.stringify(e.file)}${n}${s}`},o),this.place=e}},B=class extends T{exitCode=he.missing},W=class extends T{exitCode=he.missing};function K(t){let e=["B","KiB","MiB","GiB","TiB"],r=0,o=t;for(;o>=(r===0?1024:1023.95)&&r<e.length-1;)o/=1024,r++;return`${Number.isInteger(o)?o:o.toFixed(o<10?2:1)} ${e[r]}`}var es=`// Directive of kernels whose lanes exchange numbers within a subgroup: the first prelude of their text.
enable subgroups;
`;var lo="subgroups",Il={least:4,most:128},ts=es;async function rs(t,e,r){let o=t.features.has(lo),n=[...r.requiredFeatures,lo];if(o)return await t.requestDevice({...r,requiredFeatures:n});if(e==="native")try{return await t.requestDevice({...r,requiredFeatures:n})}catch{}return await t.requestDevice(r)}function os({features:t,adapterInfo:e}){if(!t.has(lo))return;let{subgroupMinSize:r,subgroupMaxSize:o}=e;return r>0&&o>=r?{least:r,most:o}:Il}function ns({least:t,most:e}){return t===e?`${t}`:`${t} to ${e}`}function ss(t,e){return e==="native"?t.replace(/^enable subgroups;/m,""):t}var fo=class extends W{source;fault;constructor({label:e,source:r},{fault:o,reason:n}){let s=o&&JSON.stringify(r.split(`
`)[o.line-1]?.trim()??"");super({action:`compile "${e}"`,current:o?`line ${o.line}, column ${o.column}: ${o.message} in ${s}`:n,wanted:"WGSL that compiles",next:"correct that line, or say which adapter refuses it"}),this.source=r,this.fault=o}};function Re(t,e){let r=Object.entries(e.constants??{}).sort(([s],[i])=>s<i?-1:1),o=JSON.stringify([e.entry??"main",r,e.source]),n=t.pipelines.get(o);return n||(n=Pl(t,e),t.pipelines.set(o,n),n.catch(()=>t.pipelines.delete(o))),n}async function Pl({gpu:t,webgpu:e},r){let{label:o,source:n,entry:s="main",constants:i={}}=r;t.pushErrorScope("validation");let a=t.createShaderModule({label:o,code:ss(n,e)}),{messages:c}=await a.getCompilationInfo(),u=c.some(d=>d.type==="error")?void 0:t.createComputePipeline({label:o,layout:"auto",compute:{module:a,entryPoint:s,constants:i}}),l=await t.popErrorScope();if(u&&!l)return u;let f=c.find(d=>d.type==="error");throw new fo(r,{fault:f&&{line:f.lineNum,column:f.linePos,message:is(f.message)},reason:is(l?.message??"no reason given")})}function is(t){return t.split(`
`).map(e=>e.trim()).filter(e=>e!==""&&!/^([│┌=]|\d+ │)/.test(e)).join(" ").replace(/^Shader '[^']*' parsing error: /,"")}var as=`// copy: output[i] = input[i];  load: the sum of input;  multiplyAdd: a known number of them;  fill: output[i] = noise.
// The device's own limits, for the share that a kernel reaches. copy and load: an invocation strides over the vectors
// of the whole array, neighbours taking neighbours, so that every load is coalesced. multiplyAdd: eight independent
// chains of vectors in each invocation, enough to fill the arithmetic pipelines of every GPU.
// Needs: input and output of equal length.  Shapes: both [n] vectors; load and multiplyAdd write a vector an invocation.
override ITERATIONS: u32 = 64u;
@group(0) @binding(0) var<storage, read_write> output: array<vec4f>;
@group(0) @binding(1) var<storage, read> input: array<vec4f>;

fn index(group: vec3u, groups: vec3u, local: u32) -> u32 {
  return (group.y * groups.x + group.x) * 256u + local;
}

// Compressible memory is faster than memory: Knuth's multiplicative hash leaves nothing to compress.
@compute @workgroup_size(256)
fn fill(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
  let step = groups.x * groups.y * 256u;
  for (var i = index(group, groups, local); i < arrayLength(&output); i += step) {
    let bits = (vec4u(4u * i) + vec4u(1u, 2u, 3u, 4u)) * 2654435769u;
    output[i] = vec4f(bits >> vec4u(8u)) * 0x1p-24;
  }
}

@compute @workgroup_size(256)
fn copy(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
  let step = groups.x * groups.y * 256u;
  for (var i = index(group, groups, local); i < arrayLength(&input); i += step) {
    output[i] = input[i];
  }
}

@compute @workgroup_size(256)
fn load(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
  let step = groups.x * groups.y * 256u;
  let first = index(group, groups, local);
  let length = arrayLength(&input);
  var a = vec4f(0.0);
  var b = vec4f(0.0);
  var c = vec4f(0.0);
  var d = vec4f(0.0);
  var i = first;
  for (; i + 3u * step < length; i += 4u * step) {
    a += input[i];
    b += input[i + step];
    c += input[i + 2u * step];
    d += input[i + 3u * step];
  }
  for (; i < length; i += step) { a += input[i]; }
  if (first < arrayLength(&output)) { output[first] = (a + b) + (c + d); }
}

@compute @workgroup_size(256)
fn multiplyAdd(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
  let i = index(group, groups, local);
  let seed = vec4f(f32(i & 1023u)) * 0.001;
  let m = vec4f(0.999);
  let n = vec4f(0.001);
  var a = seed;
  var b = seed + 0.1;
  var c = seed + 0.2;
  var d = seed + 0.3;
  var e = seed + 0.4;
  var f = seed + 0.5;
  var g = seed + 0.6;
  var h = seed + 0.7;
  for (var k = 0u; k < ITERATIONS; k++) {
    a = fma(a, m, n); b = fma(b, m, n); c = fma(c, m, n); d = fma(d, m, n);
    e = fma(e, m, n); f = fma(f, m, n); g = fma(g, m, n); h = fma(h, m, n);
    a = fma(a, m, n); b = fma(b, m, n); c = fma(c, m, n); d = fma(d, m, n);
    e = fma(e, m, n); f = fma(f, m, n); g = fma(g, m, n); h = fma(h, m, n);
  }
  if (i < arrayLength(&output)) { output[i] = ((a + b) + (c + d)) + ((e + f) + (g + h)); }
}
`;function Xt(t,e){let r=Math.max(1,Math.ceil(t/e));return[Math.ceil(t/r),r,1]}var Vt=class{#e;#t;#r;#o;#s;#n;#i;#c=0;#u;#l=!1;constructor(e,r){this.#e=e,this.#t=r,this.#r=r/256}dispatch(e,r,[o,n,s],i=this.#r){let a=Math.max(i,this.#t/4096);this.#c>0&&this.#c+a>this.#t&&this.flush(),this.#c+=a;let c=this.#s??=this.#d();e!==this.#n&&c.setPipeline(this.#n=e),r!==this.#i&&c.setBindGroup(0,this.#i=r),c.dispatchWorkgroups(o,n,s)}encode(e){this.#u&&this.#o===void 0&&this.#a(),this.#f(),e(this.#o??=this.#e.createCommandEncoder()),this.#l=!0}flush(){if(this.#o===void 0)return!1;this.#u&&this.#l&&this.#a(),this.#f();let e=this.#o.finish();return this.#o=void 0,this.#l=!1,this.#c=0,this.#e.queue.submit([e]),this.#u?.submitted(),!0}submit(e,r){this.flush(),this.#u=r;try{e(),this.flush()}finally{this.#u=void 0}}#a(){this.#s??=this.#d(),this.#f()}#d(){return this.#l=!1,this.#o??=this.#e.createCommandEncoder(),this.#o.beginComputePass(this.#u?{timestampWrites:this.#u.pass()}:{})}#f(){this.#s?.end(),this.#s=this.#n=this.#i=void 0}};var Ul=512*2**20,$l=16*2**20,Cl=256,Gl=8192,Bl=64,Dl=64,Wl=5,Fl=2,zl={"gpu-timestamp":10,"wall-slope":200,wall:20},cs=512;async function us(t){let e=t.adapterKind==="software",r=t.limits.memoryBytes-t.ledger.live,o=Math.min(e?$l:Ul,t.limits.bindingBytes,Math.floor(r/3)),n=Math.max(4*2**20,o-o%16);return await t.guard("measure the adapter's limits",async()=>{let s=t.allocate("roofline source",n),i=t.allocate("roofline target",n);try{let{copy:a,load:c,multiplyAdd:u}=await ql(t,s,i),l=e?Fl:Wl;return{copyGBs:2*n/(await mo(t,a,l)*1e6),readGBs:n/(await mo(t,c,l)*1e6),gflops:2*u.work/(await mo(t,u.run,l)*1e6),bytes:n}}finally{t.free(s),t.free(i)}})}async function ql(t,e,r){let o=t.adapterKind==="software",n=o?Bl:Gl,s=Xt(n,t.limits.workgroupsPerAxis),i=o?16:512,a=n*Cl*i*Dl,c=async(l,f,d)=>{let m=l==="multiplyAdd"?{ITERATIONS:i}:{},h=await Re(t,{label:`roofline ${l}`,source:as,entry:l,constants:m}),p=t.bindGroup(h,f);return()=>t.dispatch(h,p,s,d)},u=e.bytes/4;return(await c("fill",[e],u))(),{copy:await c("copy",[r,e],u),load:await c("load",[r,e],u),multiplyAdd:{run:await c("multiplyAdd",[r],a),work:a}}}async function mo(t,e,r){let o=1,n=await t.time(e,o);for(;n<zl[t.timer]&&o<cs;)o=Math.min(cs,o*4),n=await t.time(e,o);let s=n/o;for(let i=1;i<r;i++)s=Math.min(s,await t.time(e,o)/o);return s}function P(t){return t.rowPtr[t.rows]}function ls(t,e){return t.rowPtr[e+1]-t.rowPtr[e]}function po(t){let{rows:e,cols:r,rowPtr:o,colIdx:n,values:s}=t,i=(a,c)=>{throw new T({action:"use a CSR matrix",current:a,wanted:c,next:"build the matrix with csrFromEdges, which keeps these rules"})};o.length!==e+1&&i(`${o.length} row offsets`,`${e+1}`),o[0]!==0&&i(`first row offset ${o[0]}`,"0"),o[e]!==n.length&&i(`last row offset ${o[e]}`,`${n.length} entries`),s&&s.length!==n.length&&i(`${s.length} values`,`${n.length}`);for(let a=0;a<e;a++){let c=o[a],u=o[a+1];c>u&&i(`row ${a} from ${c} to ${u}`,"ascending row offsets");let l=-1;for(let f=c,d=Math.min(u,n.length);f<d;f++){let m=n[f];m>=r&&i(`column ${m} in row ${a}`,`columns below ${r}`),m<=l&&i(`column ${m} after ${l} in row ${a}`,"strictly ascending columns"),l=m}}return t}function dt(t){let{rows:e,cols:r,rowPtr:o,colIdx:n,values:s}=t,i=P(t),a=new Uint32Array(r+1);for(let f=0;f<i;f++)a[n[f]+1]++;for(let f=0;f<r;f++)a[f+1]+=a[f];let c=a.slice(0,r),u=new Uint32Array(i);if(!s){for(let f=0;f<e;f++)for(let d=o[f],m=o[f+1];d<m;d++)u[c[n[d]]++]=f;return{rows:r,cols:e,rowPtr:a,colIdx:u}}let l=new Float32Array(i);for(let f=0;f<e;f++)for(let d=o[f],m=o[f+1];d<m;d++){let h=c[n[d]]++;u[h]=f,l[h]=s[d]}return{rows:r,cols:e,rowPtr:a,colIdx:u,values:l}}var J=32,Jt=J*J,mt=[.001,.002,.005,.01,.02,.05,.1,.2,.5,1];function Hl(t){let{rows:e,cols:r,rowPtr:o,colIdx:n}=t,s=Math.ceil(e/J),i=Math.ceil(r/J),a=new Uint32Array(s+1),c=new Uint32Array(i),u=new Uint32Array(Math.max(s,16)),l=0;for(let p=0;p<s;p++){let g=o[Math.min(e,(p+1)*J)];for(let w=o[p*J];w<g;w++){let y=n[w]>>>5;if(c[y]!==p+1){if(c[y]=p+1,l===u.length){let b=new Uint32Array(Math.min(2*l,o[e]));b.set(u),u=b}u[l++]=y}}a[p+1]=l}let f={rows:s,cols:i,rowPtr:a,colIdx:u.subarray(0,l)},{colIdx:d}=dt(dt(f)),m=new Uint32Array(l+1),h=c;for(let p=0;p<s;p++){for(let w=a[p];w<a[p+1];w++)h[d[w]]=w;let g=o[Math.min(e,(p+1)*J)];for(let w=o[p*J];w<g;w++)m[h[n[w]>>>5]+1]++}for(let p=0;p<l;p++)m[p+1]+=m[p];return{tileRows:s,tileCols:i,tilePtr:a,tileCol:d,entryPtr:m}}function fs(t){let{rows:e,rowPtr:r,colIdx:o,values:n}=t,s=Hl(t),{tileRows:i,tileCols:a,tilePtr:c,tileCol:u,entryPtr:l}=s,f=r[e],d=new Uint8Array(f),m=new Uint8Array(f),h=new Float32Array(f),p=new Uint32Array(a);for(let g=0;g<i;g++){for(let b=c[g];b<c[g+1];b++)p[u[b]]=l[b];let w=g*J,y=Math.min(e,w+J);for(let b=w;b<y;b++)for(let x=r[b];x<r[b+1];x++){let M=o[x],A=p[M>>>5]++;d[A]=b-w,m[A]=M&J-1,h[A]=n?n[x]:1}}return{...s,entryRow:d,entryCol:m,values:h}}function Kl(t){if(!(t>=0&&t<=1))throw new R({action:"tell dense tiles from sparse ones",current:`the density threshold ${t}`,wanted:"a fraction from 0 to 1",next:"write 5 % as 0.05"})}function ds({entryPtr:t},e){Kl(e);let r=new Uint8Array(t.length-1);for(let o=0;o<r.length;o++)t[o+1]-t[o]>e*Jt&&(r[o]=1);return r}function ms({rows:t,cols:e,rowPtr:r,colIdx:o}){let n=new Uint8Array(Jt+1);for(let l=1;l<=Jt;l++)for(;l>mt[n[l]]*Jt;)n[l]++;let s=new Float64Array(mt.length),i=new Float64Array(mt.length),a=Math.ceil(e/J),c=new Uint16Array(a),u=new Uint32Array(a);for(let l=0;l<t;l+=J){let f=r[Math.min(t,l+J)],d=0;for(let m=r[l];m<f;m++){let h=o[m]>>>5;c[h]++===0&&(u[d++]=h)}for(let m=0;m<d;m++){let h=c[u[m]],p=n[h];c[u[m]]=0,s[p]++,i[p]+=h}}return mt.map((l,f)=>({over:f===0?0:mt[f-1],upTo:l,tiles:s[f],nnz:i[f]}))}function ps(t){return t===0?-0:t}var jl={paper:"own",section:""},Yl={workgroupBytes:0,workgroupInvocations:1,storageBindings:0};function F(t,{id:e,origin:r=jl,mapping:o,features:n},s){let i=typeof o=="string"?o:o[t];if(i===void 0)throw new R({action:`define kernel "${e}@${t}"`,current:"no mapping for this backend",wanted:"one sentence that says how work is assigned",next:`add "${t}" to the mapping in the kernel's kernel.ts`});let{source:a,...c}=s,u=typeof a=="string"?a:void 0;return{parameters:{},needs:()=>Yl,...c,id:e,backend:t,origin:r,mapping:i,...n&&{features:n},get source(){return u??=a()}}}function Ue(t){return`${t.id}@${t.backend}`}function ho(t,e={}){let r=Object.keys(t.parameters);for(let n of Object.keys(e))if(!r.includes(n))throw new R({action:`set parameter "${n}" of kernel "${t.id}"`,current:"no such parameter",wanted:r.length>0?`one of ${r.join(", ")}`:"none: it has no parameters",next:`run "describe ${t.id}" for their meaning`});let o={};for(let[n,{default:s,range:i,continuous:a}]of Object.entries(t.parameters)){let c=e[n]??s,[u,l]=i;if(!(c>=u&&c<=l&&(a||Number.isInteger(c))))throw new R({action:`set parameter "${n}" of kernel "${t.id}"`,current:`${c}`,wanted:`a ${a?"":"whole "}number from ${u} to ${l}`,next:`leave it out for its default ${s}`});o[n]=c}return o}function Vl(t,e){let r=[["bytes of workgroup memory",t.workgroupBytes,e.workgroupBytes],["invocations a workgroup",t.workgroupInvocations,e.workgroupInvocations],["storage bindings",t.storageBindings,e.storageBindings]];for(let[o,n,s]of r)if(n>s)return`needs ${n} ${o}, the device has ${s}`;if(t.subgroups&&e.subgroups===void 0)return"needs subgroups, the device has none"}async function hs(t,e,r,o,n={},s){let i=s===void 0?Ue(t):`${s}/${Ue(t)}`,a=t.tunedBy,c=e.tuning&&a?e.tuning.launch(a(r)):{},u=ho({id:i,parameters:t.parameters},{...c,...n}),f=t.backend===e.backend||t.backend==="wasm"&&e.backend==="x86"?Vl(t.needs(u,o),e.limits):`the device is ${e.backend}`;if(f!==void 0)throw new X({action:`prepare kernel "${i}"`,current:f,wanted:`a ${t.backend} device that meets its needs`,next:'see "doctor" for what this machine can run'});let d=t.prepare;return await e.guard(`prepare kernel "${i}"`,()=>d(e,r,u))}var go=class{#e=[];take(e){let r=this.#e.findIndex(n=>n.length>=e);return(r<0?new Float32Array(e):this.#e.splice(r,1)[0]).subarray(0,e)}giveBack({buffer:e}){this.#e.push(new Float32Array(e)),this.#e.sort((r,o)=>r.length-o.length);for(let r=this.#t();r>67108864;r=this.#t())this.#e.shift()}#t(){return this.#e.reduce((e,{length:r})=>e+r,0)}},$e=new go;var fe={f32:4,bf16:2},Xl=2139095040,Jl=64;function pt({buffer:t,byteOffset:e,length:r}){return new Uint32Array(t,e,r)}function Ql(t){return(t&2147483647)>Xl?t>>>16|Jl:t+32767+(t>>>16&1)>>>16}function wo(t){let e=new Uint16Array(t.length),r=pt(t);for(let o=0;o<r.length;o++)e[o]=Ql(r[o]);return e}function bo(t){let e=new Float32Array(t.length),r=pt(e);for(let o=0;o<t.length;o++)r[o]=t[o]<<16;return e}function ht(t,e){let r=e instanceof Float32Array?e:Float32Array.from(e);switch(t){case"f32":return r;case"bf16":return bo(wo(r));default:return t}}function ge({format:t="f32"}){return t}var Zl=64;function we(t){return Math.ceil(t/4)*4}function yo(t,e,r,o="f32"){let n=i=>Math.max(1,t)*we(i)*fe[o];if(n(e)<=r)return e;let s=Math.min(Zl,Math.floor(r/n(4))*4);if(s<4)throw new B({action:`store a dense matrix of ${t} x ${e}`,current:`a binding limit of ${K(r)}`,wanted:`at least ${K(n(4))}, for four columns`,next:"use a smaller graph or another adapter"});return s}function xo(t,e,r,o,n="f32"){let s=yo(r,o,t.limits.bindingBytes,n),i=[];try{for(let a=0;a<o;a+=s){let c=Math.min(s,o-a),u=we(c),l=t.allocate(e,Math.max(16,r*u*fe[n]));i.push({firstCol:a,cols:c,stride:u,buffer:l})}}catch(a){for(let{buffer:c}of i)t.free(c);throw a}return{rows:r,cols:o,panels:i,format:n}}function gs(t,e){return t==="f32"?e:new Uint8Array(wo(e).buffer)}function So(t,e,r){ef(t,e,{first:0,rows:e.rows,data:r})}function ef(t,e,{first:r,rows:o,data:n}){let{cols:s}=e,i=ge(e);if(n.length!==o*s)throw tf(e,o,n.length);for(let{firstCol:a,cols:c,stride:u,buffer:l}of e.panels){let f=r*u*fe[i];if(c===s&&u===s){let m=n instanceof Float32Array?n:Float32Array.from(n);t.write(l,gs(i,m),f);continue}let d=$e.take(o*u);for(let m=u;m<=d.length;m+=u)for(let h=m-u+c;h<m;h++)d[h]=0;ws({numbers:n,stride:s,first:a},{numbers:d,stride:u,first:0},o,c),t.write(l,gs(i,d),f),$e.giveBack(d)}}function tf({cols:t,panels:e},r,o){return new R({action:`write ${r} rows of "${e[0]?.buffer.label??"a matrix"}"`,current:`${o} numbers`,wanted:`${r*t}, ${t} a row`,next:"pass all numbers of the rows, without padding"})}var rf=48;function ws(t,e,r,o){let{numbers:n}=t,s=n instanceof Float64Array,i=s?n:pt(n),a=s?e.numbers:pt(e.numbers);for(let c=0;c<r;c++){let u=t.first+c*t.stride,l=e.first+c*e.stride;if(o>rf)a.set(i.subarray(u,u+o),l);else for(let f=0;f<o;f++)a[l+f]=i[u+f]}}function bs(t,e,r,o,n,s="f32"){let i=xo(t,e,r,o,s);try{So(t,i,n)}catch(a){throw wt(t,i),a}return i}async function Eo(t,e,{buffer:r,stride:o}){let n=ge(e),s=e.rows*o,i=fe[n]*s,{buffer:a,byteOffset:c}=t.view?.(r,i)??new Uint8Array(await t.read(r,i));return n==="f32"?new Float32Array(a,c,s):bo(new Uint16Array(a,c,s))}async function gt(t,e){let{cols:r,panels:o}=e;return o.length===1&&o[0].stride===r?await Eo(t,e,o[0]):await vo(t,e)}async function vo(t,e,r){let{rows:o,cols:n,panels:s}=e,i=ge(e)==="f32"&&s.length===1&&s[0].stride===n;if(r===void 0&&i)return new Float32Array(await t.read(s[0].buffer,4*o*n));let a=r??new Float32Array(o*n);for(let c of s){let u=await Eo(t,e,c),{firstCol:l,cols:f,stride:d}=c;f===n&&d===n?a.set(u):ws({numbers:u,stride:d,first:0},{numbers:a,stride:n,first:l},o,f)}return a}async function ys(t,e,r){let{rows:o,cols:n}=e,s=ht(ge(e),r),i=new Uint32Array(s.buffer,s.byteOffset,s.length);for(let a of e.panels){let{firstCol:c,cols:u,stride:l}=a,f=await Eo(t,e,a);if(u===n&&l===n&&of(f,s))continue;let d=new Uint32Array(f.buffer,f.byteOffset,f.length);for(let m=0;m<o;m++){let h=m*l,p=m*n+c;for(let g=0;g<u;g++)if(d[h+g]!==i[p+g])return{row:m,col:c+g,got:f[h+g],wanted:s[p+g]}}}}function of(t,e){if(t.length!==e.length)return!1;let r=t.byteOffset%8===0&&e.byteOffset%8===0,o=r?t.length>>>1:0,n=new BigInt64Array(t.buffer,r?t.byteOffset:0,o),s=new BigInt64Array(e.buffer,r?e.byteOffset:0,o);for(let c=0;c<o;c++)if(n[c]!==s[c])return!1;let i=new Uint32Array(t.buffer,t.byteOffset,t.length),a=new Uint32Array(e.buffer,e.byteOffset,e.length);for(let c=2*o;c<t.length;c++)if(i[c]!==a[c])return!1;return!0}var xs=1<<18,nf=2143322048,sf=new Uint32Array(xs).fill(nf);function Ss(t,e){for(let{buffer:r}of e.panels){let o=r.bytes/4;for(let n=0;n<o;n+=xs)t.write(r,sf.subarray(0,o-n),4*n)}}function wt(t,e){for(let{buffer:r}of e.panels)t.free(r)}function Es(t,e){let r=new Set([0,t]);for(let{matrix:n,per:s=1,shift:i=0}of e)for(let{firstCol:a}of n.panels){let c=(a-i)*s;c>0&&c<t&&r.add(c)}let o=[...r].sort((n,s)=>n-s);return o.slice(1).map((n,s)=>{let i=o[s],a=e.map(({matrix:c,per:u=1,shift:l=0})=>{let f=Math.floor(i/u)+l;return c.panels.findLast(({firstCol:d})=>d<=f)});return{begin:i,end:n,panels:a}})}function af({stride:t,firstCol:e},r){return[t,r-e]}function ko(t,e){let[r,o]=af(t,e);return[r/4,o/4]}function ne(t,e){return Es(we(e.cols),[{matrix:t},{matrix:e}]).map(({begin:r,end:o,panels:n})=>{let[s,i]=n,[a,c]=ko(s,r),[u,l]=ko(i,r);return{x:s.buffer,y:i.buffer,vectors:(o-r)/4,xStride:a,xOffset:c,yStride:u,yOffset:l}})}function Z(t){return t.reduce((e,{vectors:r})=>Math.max(e,r),0)}var Qt=4,cf=["f32","i32","u32"],vs=new Map;function _e(t){throw new W({action:"write a uniform",current:t,wanted:"one number for each field of the WGSL struct",next:"name the fields as the struct of var<uniform> does"})}function ks(t,e){let r=new RegExp(`struct\\s+${e}\\s*\\{([^}]*)\\}`).exec(t)?.[1];if(r===void 0)return _e(`the source has no struct "${e}"`);let o=[],n=0;for(let[,s,i]of r.matchAll(/(\w+)\s*:\s*([\w<>]+)\s*(?:,|$)/g)){let a=cf.includes(i),c=a?i:ks(t,i);a||(n=Math.ceil(n/Qt)*Qt),o.push({name:s,type:c,offset:n}),n+=typeof c=="string"?1:Math.ceil(c.words/Qt)*Qt}return{fields:o,words:n}}function uf(t){let e=vs.get(t);if(e===void 0){let r=t.replaceAll(/\/\/.*$/gm,""),o=/var<uniform>\s+\w+\s*:\s*(\w+)\s*;/.exec(r)?.[1];e=o===void 0?_e("the source has no var<uniform>"):ks(r,o),vs.set(t,e)}return e}function As(t,e,{fields:r},o){let n=Object.keys(o).find(s=>r.every(i=>i.name!==s));n!==void 0&&_e(`"${n}" is no field: there are ${r.map(s=>s.name).join(", ")}`);for(let{name:s,type:i,offset:a}of r){let c=o[s],u=(e+a)*4;c===void 0&&_e(`field "${s}" has no value`),typeof i!="string"?(typeof c=="number"&&_e(`field "${s}" is a struct, its value ${c}`),As(t,e+a,i,c)):typeof c!="number"?_e(`field "${s}" is a number, its value a record`):i==="f32"?t.setFloat32(u,c,!0):(i==="u32"?c===c>>>0:c===(c|0))?t.setUint32(u,c>>>0,!0):_e(`field "${s}" is ${c}, which a ${i} cannot hold`)}}function Ms(t,e){let r=uf(t),o=new Uint32Array(r.words);return As(new DataView(o.buffer),0,r,e),o}var be={meaning:"invocations of a workgroup",default:64,range:[1,256]};function Ce(t){return({workgroup:e})=>({workgroupBytes:0,workgroupInvocations:e,storageBindings:t})}async function re(t,e){let r=[],o=()=>r.splice(0).forEach(c=>t.free(c)),n=c=>(r.push(c),c),s=(c,u)=>n(t.allocate(c,u)),i=(c,u)=>{let l=s(c,u.byteLength);return t.write(l,u),l},a=async({launch:c,buffers:u,groups:l,multiplyAdds:f,...d})=>{let m=await Re(t,d),h=n(t.uniform("launch",Ms(d.source,c))),p=t.bindGroup(m,[h,...u]),g=Xt(l,t.limits.workgroupsPerAxis);return()=>t.dispatch(m,p,g,f)};try{return{...await e({upload:i,reserve:s,dispatch:a}),destroy:o}}catch(c){throw o(),c}}function Os(t,e){return re(t,async({dispatch:r,...o})=>{let n=[];for(let s of e(o))n.push(await r(s));return{run:()=>{for(let s of n)s()},facts:{dispatches:n.length}}})}function Rs({matrix:t,values:e}){if(e===void 0)return;let{rows:r,cols:o,panels:n}=e;if(r!==1||o!==P(t))throw new R({action:"multiply by a sparse matrix with values on the device",current:`${r} x ${o} values`,wanted:`1 x ${P(t)}, one for each entry`,next:"allocate them for this matrix"});if(n.length>1)throw new B({action:"multiply by a sparse matrix with values on the device",current:`${o} values in ${n.length} panels: one binding does not hold them`,wanted:"values in one piece",next:"leave the values with the matrix, or take a smaller graph"});return n[0]?.buffer}function Ao(t,{resident:e}){if(e!==void 0)throw new R({action:`prepare kernel "${t}"`,current:"a matrix that a sampler draws anew on the device before each run",wanted:"one whose entries are known on the host",next:'take the kernel "row-split", or train with host-prepared batches'})}function ye(t,e){Ao(t,e);let{values:r}=e;if(r!==void 0)throw new R({action:`prepare kernel "${t}"`,current:"values that change on the device, which it would have to lay out anew before every run",wanted:"values that stay with the matrix",next:'take the kernel "row-split", which reads them where they are'})}function _s({rows:t,cols:e,format:r="f32"}){return`${t} x ${e}${r==="f32"?"":` in ${r}`}`}function Ns(t,e){for(let r of e){let[o,n,s]="matrix"in r?[_s(r.matrix),_s(r),r.matrix.rows===r.rows&&r.matrix.cols===r.cols&&ge(r.matrix)===(r.format??"f32")]:[`${r.buffer.bytes} bytes`,`${4*r.words} bytes`,r.buffer.bytes>=4*r.words];if(!s)throw new R({action:t,current:`${r.name} of ${o}`,wanted:n,next:"stage the operands from one problem, in the format of the kernel's features"})}}function se({matrix:t,x:e,y:r},o="f32"){Ns(`multiply a sparse matrix of ${t.rows} x ${t.cols}`,[{name:"X",matrix:e,rows:t.cols,cols:r.cols,format:o},{name:"Y",matrix:r,rows:t.rows,cols:r.cols}])}function bt({targetOf:t,count:e},r){let o=t[r];return(r===0||t[r-1]!==o)&&(r+1===e||t[r+1]!==o)}function Zt(t,e){let{count:r,targetOf:o}=t,n=[];for(let s=0;s<r;){let i=[],a=s,c=0;for(;a<r;a++){let u=a-s>=e.items||e.resources.some(({sums:f,limit:d})=>f[a+1]-f[s]>d);if(a>s&&u)break;if(bt(t,a))continue;if(c===e.partials)break;let l=o[a];i.at(-4)!==l&&i.push(l,c,c,a>0&&o[a-1]===l?1:0),i[i.length-2]=++c}c>0&&a<r&&i.at(-4)===o[a]&&(i[i.length-1]|=2),n.push({first:s,count:a-s,partials:c,shared:Uint32Array.from(i)}),s=a}return n}var Mo=`// y[t * SPAN + i, :] = sum over partial sums p of target t of partial[p * SPAN + i, :]
// Second pass of a split sum. LANES invocations stride over the vectors of four columns, WORKERS share a
// target's partial sums and meet in workgroup memory; a group holds WORKGROUP / (LANES * WORKERS) rows.
// Always the same order: bit-repeatable.
// Needs: a workgroup of whole rows; a target that a chunk before has begun is continued.
// Shapes: shares [targets] of (target, first partial, end, flags), partial [partials * SPAN, columns], y
// panel of vectors.
override WORKGROUP: u32 = 128u;
override LANES: u32 = 16u;
override WORKERS: u32 = 1u;
override SPAN: u32 = 1u;

const CONTINUES = 1u;

struct Launch {
  targets: u32,  // shared targets of this dispatch
  rows: u32,     // of y; the last target may reach past them
  columns: u32,  // all in vectors of four floats
  yStride: u32,
  yOffset: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> shares: array<vec4u>;
@group(0) @binding(2) var<storage, read> partials: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

var<workgroup> sums: array<vec4f, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let lane = local % LANES;
  let worker = local / LANES % WORKERS;
  let rowsPerGroup = WORKGROUP / (LANES * WORKERS);
  let item = (group.y * groups.x + group.x) * rowsPerGroup + local / (LANES * WORKERS);
  let within = item % SPAN;
  let inside = item / SPAN < launch.targets;
  let share = shares[min(item / SPAN, launch.targets - 1u)];
  let row = share.x * SPAN + within;

  for (var base = 0u; base < launch.columns; base += LANES) {
    let column = base + lane;
    let busy = inside && row < launch.rows && column < launch.columns;
    let to = row * launch.yStride + launch.yOffset + column;
    var sum = vec4f(0.0);
    if (busy) {
      if (worker == 0u && (share.w & CONTINUES) != 0u) { sum = y[to]; }
      var p = share.y + worker;
      for (; p + 3u * WORKERS < share.z; p += 4u * WORKERS) {
        let p0 = partials[(p * SPAN + within) * launch.columns + column];
        let p1 = partials[((p + WORKERS) * SPAN + within) * launch.columns + column];
        let p2 = partials[((p + 2u * WORKERS) * SPAN + within) * launch.columns + column];
        let p3 = partials[((p + 3u * WORKERS) * SPAN + within) * launch.columns + column];
        sum = sum + p0 + p1 + p2 + p3;
      }
      for (; p < share.z; p += WORKERS) {
        sum += partials[(p * SPAN + within) * launch.columns + column];
      }
    }
    if (WORKERS > 1u) {
      sums[local] = sum;
      workgroupBarrier();
      if (worker == 0u) {
        for (var other = 1u; other < WORKERS; other++) { sum += sums[local + other * LANES]; }
      }
      workgroupBarrier();
    }
    if (busy && worker == 0u) { y[to] = sum; }
  }
}
`;var er=Mo,yt=128,Oo=16,ff=16,df=2**28,mf={workgroupBytes:yt*16,workgroupInvocations:yt,storageBindings:3};function Ge(t){let e=r=>Math.max(t[r],mf[r]);return{...t,workgroupBytes:e("workgroupBytes"),workgroupInvocations:e("workgroupInvocations"),storageBindings:e("storageBindings")}}function Be(t,e,r=1){let o=Math.min(t.limits.bindingBytes,df);return Math.max(1,Math.floor(o/(16*r*Math.max(1,e))))}function De({reserve:t},e,{vectors:r,span:o=1}){let n=e.reduce((s,{partials:i})=>Math.max(s,i),1);return t("partial sums",Math.max(16,n*o*r*16))}function We({upload:t},{shared:e}){let r=[],o=[];for(let s=0;s<e.length;s+=4){let i=e[s+2]-e[s+1]<ff?r:o;for(let a=0;a<4;a++)i.push(e[s+a])}return{lists:[[r,1],[o,yt/Oo]].filter(([s])=>s.length>0).map(([s,i])=>{let a=t("shared targets",Uint32Array.from(s)),c=0;for(let u=0;u<s.length;u+=4)c+=s[u+2]-s[u+1];return{buffer:a,targets:s.length/4,partials:c,workers:i}})}}function Fe({lists:t},{pair:e,rows:r,span:o=1,partials:n}){return t.map(({buffer:s,targets:i,partials:a,workers:c})=>({label:"partial-sums",source:Mo,constants:{WORKGROUP:yt,LANES:Oo,WORKERS:c,SPAN:o},launch:{targets:i,rows:r,columns:e.vectors,yStride:e.yStride,yOffset:e.yOffset},buffers:[s,n,e.y],groups:Math.ceil(i*o*Oo*c/yt),multiplyAdds:a*o*e.vectors*4}))}var Ts={meaning:"share of a tile's 1,024 places, in percent, above which it is treated as dense",default:5,range:[0,100],continuous:!0},tr={id:"block-sparse",origin:{paper:"hetu-gnn",section:"Algorithm 3"},mapping:{wasm:"a thread takes whole tile-rows, so that tiles never race; a dense tile is a packed 32 x 32 matrix times 32 rows of X in register tiles of 4 x 8, a sparse one goes entry by entry (a thread stands for many warps)",x86:"a thread takes whole tile-rows, so that tiles never race; a dense tile is a packed 32 x 32 matrix times 32 rows of X in register tiles of 6 x 16 (14 x 32 with AVX-512), a sparse one goes entry by entry (a thread stands for many warps)",webgpu:"a workgroup takes a tile-row and up to 64 columns; dense tiles go through workgroup memory"}};var de=32/4,rr=36,or=6;function pf(t,e,r){let{tileRows:o,tilePtr:n,entryPtr:s,entryRow:i}=t,a=new Uint32Array(e.length),c=[],u=new Uint32Array(de),l=new Uint32Array(de);for(let f=0;f<o;f++){c.push(f),u.fill(0);for(let d=n[f];d<n[f+1];d++){if(l.fill(e[d]?32:0),!e[d])for(let p=s[d];p<s[d+1];p++)l[i[p]>>2]++;let m=0,h=0;for(let p=0;p<de;p++)m=Math.max(m,u[p]+l[p]),h=Math.max(h,u[p]);h>0&&m>r&&(c.push(f),u.fill(0));for(let p=0;p<de;p++)u[p]+=l[p];a[d]=c.length-1}}return{segmentOf:a,targetOf:Uint32Array.from(c)}}function hf(t,e,r,o){let{entryPtr:n,entryRow:s,entryCol:i,tileCol:a,values:c}=t,u=new Uint32Array(32*o+1);for(let m=0;m<e.length;m++)if(!e[m])for(let h=n[m];h<n[m+1];h++)u[32*r[m]+s[h]+1]++;for(let m=0;m<32*o;m++)u[m+1]+=u[m];let l=u.slice(),f=new Uint32Array(u[32*o]),d=new Float32Array(f.length);for(let m=0;m<e.length;m++)if(!e[m])for(let h=n[m];h<n[m+1];h++){let p=l[32*r[m]+s[h]]++;f[p]=32*a[m]+i[h],d[p]=c[h]}return{entryOf:u,colIdx:f,values:d}}function gf(t,e,r){let{entryPtr:o,entryRow:n,entryCol:s,values:i}=t,a=32*de,c=new Uint32Array(a),u=new Uint32Array(a),l=b=>de*s[b]+(n[b]>>2),f=0,d=0;for(let b=0;b<e.length;b++)if(e[b]){d++;for(let x=o[b];x<o[b+1];x++)c[l(x)]!==b+1&&(c[l(x)]=b+1,f++)}let m=new Uint32Array(5*d),h=new Uint32Array(f),p=new Float32Array(4*f),g=r*de,w=0,y=0;for(let b=0;b<e.length;b++)if(e[b]){c.fill(0);for(let x=o[b];x<o[b+1];x++)c[l(x)]=1;m[5*y]=w;for(let x=0;x<4;x++){let M=Math.min(a,(x+1)*g);for(let A=x*g;A<M;A++)c[A]!==0&&(u[A]=w,h[w++]=A%g);m[5*y+x+1]=w}for(let x=o[b];x<o[b+1];x++)p[4*u[l(x)]+(n[x]&3)]=ps(i[x]);y++}return{sliceOf:m,quadPlace:h,quads:p}}function Is(t,{threshold:e,slice:r,steps:o}){let n=ds(t,e),{segmentOf:s,targetOf:i}=pf(t,n,o),a=i.length,c=new Uint32Array(a+1);for(let u=0;u<n.length;u++)n[u]&&c[s[u]+1]++;for(let u=0;u<a;u++)c[u+1]+=c[u];return{count:a,targetOf:i,tileOf:c,...hf(t,n,s,a),tileCol:t.tileCol.filter((u,l)=>n[l]===1),...gf(t,n,r),tiles:n.length}}function wf(t){let{count:e,tileOf:r,entryOf:o,sliceOf:n,quadPlace:s}=t,i=new Uint32Array(e+1),a=new Uint32Array(e+1),c=new Float64Array(e+1),u=new Float64Array(e+1);for(let l=0;l<=e;l++)i[l]=r[l]*5<n.length?n[5*r[l]]:s.length,a[l]=o[32*l]+i[l],c[l]=rr*l+or*r[l],u[l]=o[32*l]+32*32*r[l]+32*l;return{quads:i,indices:a,words:c,work:u}}function Ps(t,{reserve:e},{layout:r,vectors:o,weighted:n}){let{targetOf:s,tileOf:i,entryOf:a,colIdx:c,values:u,tileCol:l,sliceOf:f,quadPlace:d}=r,m=0,h=(S,v,k=4)=>{let E=e(S,Math.max(k,v.byteLength));return t.write(E,v),m+=E.bytes,E},{quads:p,indices:g,words:w,work:y}=wf(r),{bindingBytes:b}=t.limits,x=S=>Math.max(1,Math.floor(b/S));return{chunks:Zt(r,{items:1/0,partials:Math.min(x(16),Be(t,o,32)),resources:[{sums:w,limit:x(4)},{sums:g,limit:x(4)},{sums:p,limit:x(16)},{sums:y,limit:Math.max(1,t.dispatchWork/Math.max(1,4*o))}]}).map(S=>{let{first:v,count:k}=S,E=v+k,O=[a[32*v],a[32*E]],I=i[E]-i[v],_=rr*k,G=new Uint32Array(_+or*I);for(let U=v,C=0,Y=0;U<E;U++,C+=rr){G[C]=bt(r,U)?(s[U]|2147483648)>>>0:Y++,G[C+1]=i[U]-i[v],G[C+2]=i[U+1]-i[v];for(let H=0;H<=32;H++)G[C+3+H]=a[32*U+H]-O[0]}for(let U=i[v],C=_;U<i[E];U++,C+=or){G[C]=l[U];for(let Y=0;Y<5;Y++)G[C+1+Y]=f[5*U+Y]-p[v]}let D=new Uint32Array(g[E]-g[v]);D.set(c.subarray(...O)),D.set(d.subarray(p[v],p[E]),O[1]-O[0]);let L=h("indices",D);return{...S,records:h("segments and tiles",G),indices:L,values:n?h("values",u.subarray(...O)):L,quads:h("quads",r.quads.subarray(4*p[v],4*p[E]),16),tileBase:_,quadBase:O[1]-O[0],work:y[E]-y[v]}}),bytes:m}}var Ls=`// isFinite(x), isNan(x), isAbove(x, y)      numbers that are not finite, told by their bits; no entry point.
// WGSL lets an implementation assume that no NaN and no infinity occurs: a comparison with one, max, min, clamp
// and sign may give anything, and \`x != x\` may be dropped. So a kernel that promises anything about them tests
// bits before it compares, and writes NAN_BITS to a buffer of words, since no constant expression may be a NaN.
// Sums and products promise nothing: they give what the adapter's arithmetic makes of their terms.
// Needs: nothing.  Shapes: four numbers at once.

const EXPONENT_BITS = 0x7f800000u;
const NAN_BITS = 0x7fc00000u;

fn isFinite(x: vec4f) -> vec4<bool> {
  return (bitcast<vec4u>(x) & vec4u(EXPONENT_BITS)) != vec4u(EXPONENT_BITS);
}

fn isNan(x: vec4f) -> vec4<bool> {
  return (bitcast<vec4u>(x) & vec4u(0x7fffffffu)) > vec4u(EXPONENT_BITS);
}

// Whether x is above y, where a NaN is above all numbers and no NaN above another.
fn isAbove(x: vec4f, y: vec4f) -> vec4<bool> {
  return !isNan(y) & (isNan(x) | (x > y));
}
`;var Us=`// y[32 i + r, :] = sum over tiles (i, j) of A of tile[r, :] * x[32 j + ., :]
// Tile-adaptive SpMM (hetu-gnn, Alg. 3). A workgroup takes a segment of a tile-row and LANES vectors of four
// columns; invocation (lane, quad) sums rows 4 quad to 4 quad + 3 in registers. Dense tiles pass through
// workgroup memory in slices of SLICE columns, vectors of four rows; what lies in sparse tiles is read entry
// by entry. A zero of a dense tile times a feature that is not finite is none: sums that are not finite are
// summed once more, by entries alone.
// Prelude: ../../../platform/float_bits.wgsl
// Needs: x padded; quads whose bits are 0 where nothing is stored.
// Shapes: segments and tiles as tile_layout_webgpu.ts writes them, indices and values [entries of the chunk],
// quads [non-zero (column, four rows) of dense tiles], x and y panels of vectors, partials [32 * split
// segments, columns].
override LANES: u32 = 16u;
override SLICE: u32 = 32u;
override WEIGHTED: bool = true;

const TILE = 32u;
const QUADS = 8u;             // vectors of four rows in a tile's column
const ALONE = 0x80000000u;    // of a target: no other segment belongs to this tile-row
const SEGMENT_WORDS = 36u;    // target, first tile, end of tiles, 33 offsets of the rows' sparse entries
const TILE_WORDS = 6u;        // tile column, 5 offsets of the slices' quads

struct Launch {
  segments: u32,
  rows: u32,      // of y
  xRows: u32,     // of x
  tileBase: u32,  // word of records where the tiles begin
  quadBase: u32,  // of indices, where the places of the quads begin
  columns: u32,   // all in vectors of four floats
  xStride: u32,
  xOffset: u32,
  yStride: u32,
  yOffset: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> records: array<u32>;
@group(0) @binding(2) var<storage, read> indices: array<u32>;
@group(0) @binding(3) var<storage, read> values: array<f32>;
@group(0) @binding(4) var<storage, read> quads: array<vec4f>;
@group(0) @binding(5) var<storage, read> x: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> y: array<vec4f>;
@group(0) @binding(7) var<storage, read_write> partials: array<vec4f>;

var<workgroup> slice: array<vec4f, SLICE * QUADS>;

fn term(entry: u32, offset: u32) -> vec4f {
  let source = x[indices[entry] * launch.xStride + offset];
  if (WEIGHTED) { return values[entry] * source; }
  return source;
}

fn sparseSum(at: u32, offset: u32) -> vec4f {
  let begin = records[at];
  let end = records[at + 1u];
  let unrolled = begin + ((end - begin) & ~3u);
  var sum = vec4f(0.0);
  var e = begin;
  for (; e < unrolled; e += 4u) {
    let t0 = term(e, offset);
    let t1 = term(e + 1u, offset);
    let t2 = term(e + 2u, offset);
    let t3 = term(e + 3u, offset);
    sum = sum + t0 + t1 + t2 + t3;
  }
  for (; e < end; e++) { sum += term(e, offset); }
  return sum;
}

// Term of an entry in the sum of its row; nothing where none is stored.
fn entryTerm(weight: f32, source: vec4f) -> vec4f {
  return select(weight * source, vec4f(0.0), bitcast<u32>(weight) == 0u);
}

@compute @workgroup_size(LANES, QUADS)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_id) local: vec3u,
) {
  let blocks = (launch.columns + LANES - 1u) / LANES;
  let index = group.y * groups.x + group.x;
  if (index / blocks >= launch.segments) { return; }
  let segment = index / blocks * SEGMENT_WORDS;
  let column = index % blocks * LANES + local.x;
  // Lanes past the last column work along, for the barriers' sake, and store nothing.
  let offset = launch.xOffset + min(column, launch.columns - 1u);
  let flat = local.y * LANES + local.x;
  let quad = local.y;

  let entries = segment + 3u + 4u * quad;
  var sum0 = sparseSum(entries, offset);
  var sum1 = sparseSum(entries + 1u, offset);
  var sum2 = sparseSum(entries + 2u, offset);
  var sum3 = sparseSum(entries + 3u, offset);

  let tileEnd = records[segment + 2u];
  for (var tile = records[segment + 1u]; tile < tileEnd; tile++) {
    let record = launch.tileBase + tile * TILE_WORDS;
    for (var part = 0u; part < TILE / SLICE; part++) {
      let firstRow = records[record] * TILE + part * SLICE;
      for (var i = flat; i < SLICE * QUADS; i += LANES * QUADS) { slice[i] = vec4f(0.0); }
      workgroupBarrier();
      let end = records[record + 2u + part];
      for (var q = records[record + 1u + part] + flat; q < end; q += LANES * QUADS) {
        slice[indices[launch.quadBase + q]] = quads[q];
      }
      workgroupBarrier();
      for (var k = 0u; k < SLICE; k += 4u) {
        // Past the last row of x the weights are zero: any row will do.
        let row = firstRow + k;
        let last = launch.xRows - 1u;
        let x0 = x[min(row, last) * launch.xStride + offset];
        let x1 = x[min(row + 1u, last) * launch.xStride + offset];
        let x2 = x[min(row + 2u, last) * launch.xStride + offset];
        let x3 = x[min(row + 3u, last) * launch.xStride + offset];
        let w0 = slice[k * QUADS + quad];
        let w1 = slice[(k + 1u) * QUADS + quad];
        let w2 = slice[(k + 2u) * QUADS + quad];
        let w3 = slice[(k + 3u) * QUADS + quad];
        sum0 += w0.x * x0 + w1.x * x1 + w2.x * x2 + w3.x * x3;
        sum1 += w0.y * x0 + w1.y * x1 + w2.y * x2 + w3.y * x3;
        sum2 += w0.z * x0 + w1.z * x1 + w2.z * x2 + w3.z * x3;
        sum3 += w0.w * x0 + w1.w * x1 + w2.w * x2 + w3.w * x3;
      }
      workgroupBarrier();
    }
  }

  if (column >= launch.columns) { return; }
  if (!all(isFinite(sum0) & isFinite(sum1) & isFinite(sum2) & isFinite(sum3))) {
    sum0 = sparseSum(entries, offset);
    sum1 = sparseSum(entries + 1u, offset);
    sum2 = sparseSum(entries + 2u, offset);
    sum3 = sparseSum(entries + 3u, offset);
    for (var tile = records[segment + 1u]; tile < tileEnd; tile++) {
      let record = launch.tileBase + tile * TILE_WORDS;
      for (var part = 0u; part < TILE / SLICE; part++) {
        let end = records[record + 2u + part];
        for (var q = records[record + 1u + part]; q < end; q++) {
          let at = indices[launch.quadBase + q];
          if (at % QUADS != quad) { continue; }
          let source = x[(records[record] * TILE + part * SLICE + at / QUADS) * launch.xStride + offset];
          sum0 += entryTerm(quads[q].x, source);
          sum1 += entryTerm(quads[q].y, source);
          sum2 += entryTerm(quads[q].z, source);
          sum3 += entryTerm(quads[q].w, source);
        }
      }
    }
  }
  let place = records[segment];
  let sums = array<vec4f, 4>(sum0, sum1, sum2, sum3);
  for (var i = 0u; i < 4u; i++) {
    let within = 4u * quad + i;
    let row = (place & ~ALONE) * TILE + within;
    if ((place & ALONE) == 0u) {
      partials[row * launch.columns + column] = sums[i];
    } else if (row < launch.rows) {
      y[row * launch.yStride + launch.yOffset + column] = sums[i];
    }
  }
}
`;var $s=Ls+Us,Cs=16,xf=2048;function Sf({count:t,tileBase:e,quadBase:r,records:o,indices:n,values:s,quads:i,work:a},{pair:c,partials:u,constants:l,rows:f,xRows:d}){let{vectors:m,xStride:h,xOffset:p,yStride:g,yOffset:w}=c,y=Math.min(Cs,m);return{label:tr.id,source:$s,constants:{...l,LANES:y},launch:{segments:t,rows:f,xRows:d,tileBase:e,quadBase:r,columns:m,xStride:h,xOffset:p,yStride:g,yOffset:w},buffers:[o,n,s,i,c.x,c.y,u],groups:t*Math.ceil(m/y),multiplyAdds:a*m*4}}function Ef({slice:t}){if(!(t===8||t===16||t===32))throw new R({action:'set parameter "slice" of kernel "block-sparse"',current:`${t}`,wanted:"8, 16 or 32",next:"leave it out for its default 32"})}var Gs=F("webgpu",tr,{source:$s+er,parameters:{threshold:Ts,slice:{meaning:"columns of a dense tile staged at once: 8, 16 or 32",default:32,range:[8,32]}},needs:({slice:t})=>Ge({workgroupBytes:32*t*4,workgroupInvocations:Cs*de,storageBindings:7}),prepare(t,e,r){Ef(r),se(e),ye(tr.id,e);let{matrix:o,x:n,y:s}=e,i=ne(n,s),a=Z(i),c=o.values!==void 0,u=Is(fs(o),{threshold:r.threshold/100,slice:r.slice,steps:Math.max(32,Math.min(xf,Math.floor(t.limits.bindingBytes/128)))}),l={SLICE:r.slice,WEIGHTED:c?1:0};return re(t,async f=>{let{chunks:d,bytes:m}=Ps(t,f,{layout:u,vectors:a,weighted:c}),h=De(f,d,{vectors:a,span:32}),p=[];for(let w of d){let y=We(f,w);for(let b of i){let x=[Sf(w,{pair:b,partials:h,constants:l,rows:o.rows,xRows:o.cols}),...Fe(y,{pair:b,rows:o.rows,span:32,partials:h})];for(let M of x)p.push(await f.dispatch(M))}}let g=P(o)-u.colIdx.length;return{run:()=>{for(let w of p)w()},facts:{tiles:u.tiles,dense_tiles:u.tileCol.length,dense_nnz_share:P(o)===0?0:g/P(o),segments:u.count,split_segments:d.reduce((w,y)=>w+y.partials,0),chunks:d.length,dispatches:p.length,bytes:m+h.bytes}}})}});function Bs(t,e){let r=t.length-1,o=[],n=0,s=0;for(;n<r;){let i=n,a=s,c=Math.min(r,n+e.rows),u=s+e.entries;for(;n<c&&t[n+1]<=u;)n++;s=n>i?t[n]:u,o.push({firstRow:i,rows:Math.max(1,n-i),firstEntry:a,entries:s-a,continues:a>t[i]})}return o}function nr(t,e){let r=Math.min(t.limits.bindingBytes/4,t.dispatchWork/Math.max(1,e));return Math.max(1,Math.floor(r))}function Ds(t,e,{share:r,width:o}){let{resident:n}=e;if(n!==void 0)return vf(t,n,o);let{rowPtr:s,colIdx:i,values:a}=e.matrix,c=Rs(e),u=Math.floor(t.limits.bindingBytes/4),l={rows:Math.max(1,u-1),entries:Math.max(1,u)},f={rows:1/0,entries:nr(t,o)},d=0,m=Bs(s,l).map(({firstRow:h,rows:p,firstEntry:g,entries:w})=>{let y=p===s.length-1&&w===i.length,b=s.subarray(h,h+p+1),x=y?s:b.map(v=>v-g),M=`rows ${h} + ${p}, entries ${g} + ${w}`,A=(v,k,E=()=>k.subarray(g,g+w))=>r(v,y?{of:k}:{of:k,form:M,make:E}),S=[A("rowPtr",s,()=>x),A("colIdx",i),...a&&!c?[A("values",a)]:[]];for(let v of S)d+=v.bytes;return{firstRow:h,firstEntry:g,rowPtr:S[0],colIdx:S[1],values:c??S[2]??S[1],ranges:Bs(x,f)}});return{weighted:(c??a)!==void 0,chunks:m,bytes:d}}function vf(t,{rows:e,entries:r,rowPtr:o,colIdx:n,values:s},i){let a=Math.max(1,r/Math.max(1,e)),c=Math.max(1,Math.floor(nr(t,i)/a)),u=[];for(let f=0;f<e;f+=c)u.push({firstRow:f,rows:Math.min(c,e-f),firstEntry:0,entries:r,continues:!1});return{weighted:s!==void 0,chunks:[{firstRow:0,firstEntry:0,rowPtr:o,colIdx:n,values:s??n,ranges:u}],bytes:0}}function kf(t,e,r){let o=t.allocate(e,r.byteLength);try{return t.write(o,r),o}catch(n){throw t.free(o),n}}async function Ws(t,e,r){let o=[],n=()=>o.splice(0).forEach(i=>i()),s=(i,{of:a,form:c="",make:u=()=>a})=>{let l=t.shared.getOrInsertComputed(a,()=>new Map),f=`${i} ${c}`,d=l.getOrInsertComputed(f,()=>({buffer:kf(t,i,u()),plans:0}));return d.plans++,o.push(()=>{--d.plans>0||(l.delete(f),t.free(d.buffer))}),d.buffer};try{let i=await t.guard(`prepare kernel "${e}"`,()=>r(s));return{...i,destroy:()=>{i.destroy(),n()}}}catch(i){throw n(),i}}var Fs=`// Prelude of the row-by-row kernels: a range of rows of a CSR matrix, and where its columns lie in X and Y.
// The bound arrays are whole rows of the matrix, the range is what one dispatch takes of them: a row that it
// cuts begins or ends at its first or last entry, and the range after adds to what this one left in Y.
// Shapes: rowPtr [bound rows + 1] from 0, colIdx and values [their entries].
override WEIGHTED: bool = true;

struct Launch {
  rows: u32,       // rows of this range
  firstRow: u32,   // of y, that the range begins with
  continues: u32,  // 1 where row 0 of the range adds to what the range before left in y
  columns: u32,    // columns of each row that the x and y panels share
  xStride: u32,    // these in the kernel's columns: floats, or vectors of four
  xOffset: u32,
  yStride: u32,
  yOffset: u32,
  boundRow: u32,   // of the bound rows, that the range begins with
  firstEntry: u32, // of their entries, that the range begins with
  lastEntry: u32,  // of their entries, that the range ends before
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> rowPtr: array<u32>;
@group(0) @binding(2) var<storage, read> colIdx: array<u32>;
@group(0) @binding(3) var<storage, read> values: array<f32>;

fn rowBegin(row: u32) -> u32 {
  return max(rowPtr[launch.boundRow + row], launch.firstEntry);
}

fn rowEnd(row: u32) -> u32 {
  return min(rowPtr[launch.boundRow + row + 1u], launch.lastEntry);
}

fn weight(entry: u32) -> f32 {
  if (WEIGHTED) { return values[entry]; }
  return 1.0;
}

fn continuesRow(row: u32) -> bool {
  return row == 0u && launch.continues == 1u;
}

`;var ie=Fs,xe=5;function _o({csr:t,chunk:e,range:r,pair:o},{label:n,source:s,vector:i,constants:a}){let{rows:c,entries:u,firstRow:l,firstEntry:f,continues:d}=r,m=4/i;return{label:n,source:s,constants:{...a,WEIGHTED:t.weighted?1:0},launch:{rows:c,firstRow:e.firstRow+l,continues:d?1:0,columns:o.vectors*m,xStride:o.xStride*m,xOffset:o.xOffset*m,yStride:o.yStride*m,yOffset:o.yOffset*m,boundRow:l,firstEntry:f,lastEntry:f+u},buffers:[e.rowPtr,e.colIdx,e.values,o.x,o.y],multiplyAdds:(u+c)*o.vectors*4}}function No({chunks:t,bytes:e},r,o={}){return{run:()=>{for(let n of r)n()},facts:{chunks:t.length,dispatches:r.length,bytes:e,...o}}}var Mf={weighted:!1,chunks:[],bytes:0};function To(t,e,{label:r,features:o},n){se(e,o);let s=ne(e.x,e.y),i=Z(s)*4;return Ws(t,r,a=>re(t,c=>{let u=s.length===0?Mf:Ds(t,e,{share:a,width:i});return n(u,s,c)}))}function ae(t,e,{label:r,features:o,map:n}){return To(t,e,{label:r,...o&&{features:o}},async(s,i,{dispatch:a})=>{let c=[];for(let u of i){let{groups:l,...f}=n(u);for(let d of s.chunks)for(let m of d.ranges){let h=_o({csr:s,chunk:d,range:m,pair:u},{label:r,...f});c.push(await a({...h,groups:l(m.rows)}))}}return No(s,c)})}var ze={targets:{meaning:"targets of a workgroup",default:8,range:[1,32]},features:{meaning:"features of a workgroup",default:32,range:[1,64]}};function qe({targets:t,features:e}){return{workgroupBytes:0,workgroupInvocations:t*e,storageBindings:xe}}function He(t,e,{targets:r,features:o},n={}){return{label:t,map:({vectors:s})=>({source:e,vector:1,constants:{TARGETS:r,FEATURES:o,...n},groups:i=>Math.ceil(i/r)*Math.ceil(s*4/o)})}}var Io={id:"memory-aware",origin:{paper:"fastgl",section:"equation 4"},mapping:{wasm:"a thread takes blocks of 8 targets x 32 features; partial sums live in registers within a chunk of 64 weights a target, and with the staged weights in scratch memory between chunks (on a CPU an analogue: its caches do by themselves what shared memory does on a GPU, so that staging can only cost)",x86:"a thread takes blocks of 8 targets x 32 features; partial sums live in registers within a chunk of 64 weights a target, and with the staged weights on the thread's stack between chunks (on a CPU an analogue, as on wasm)",webgpu:"one invocation a target and feature, partial sums and weights in workgroup memory"}};var zs=`// y[r, j] = sum over nonzeros (r, c, v) of v * x[c, j]      Memory-Aware aggregation (fastgl, equation 4).
// A workgroup takes TARGETS rows and FEATURES columns; invocation (feature, target) keeps its partial sum in
// workgroup memory and finds the weights there, loaded once by the whole group: CHUNK of each row at a time,
// since the paper's weights [TARGETS][longest row] has no bound. The trip count is that of the group's
// longest row, for the barriers' sake.
// Prelude: ../plans/csr_rows.wgsl
// Needs: x padded with zeros up to its stride.
// Shapes: x and y panels of floats, row-major.
override TARGETS: u32 = 8u;
override FEATURES: u32 = 32u;
override CHUNK: u32 = 32u;

@group(0) @binding(4) var<storage, read> x: array<f32>;
@group(0) @binding(5) var<storage, read_write> y: array<f32>;

var<workgroup> sums: array<f32, TARGETS * FEATURES>;
var<workgroup> weights: array<f32, TARGETS * CHUNK>;

@compute @workgroup_size(FEATURES, TARGETS)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_id) local: vec3u,
) {
  let blocks = (launch.columns + FEATURES - 1u) / FEATURES;
  let index = group.y * groups.x + group.x;
  let row = index / blocks * TARGETS + local.y;
  let column = index % blocks * FEATURES + local.x;
  let flat = local.y * FEATURES + local.x;
  let busy = row < launch.rows && column < launch.columns;
  let firstRow = index / blocks * TARGETS;
  let lastRow = min(firstRow + TARGETS, launch.rows);
  var longest = 0u;
  for (var r = firstRow; r < lastRow; r++) { longest = max(longest, rowEnd(r) - rowBegin(r)); }

  let begin = rowBegin(min(row, launch.rows - 1u));
  let end = rowEnd(min(row, launch.rows - 1u));
  let to = (launch.firstRow + row) * launch.yStride + launch.yOffset + column;
  sums[flat] = 0.0;
  if (busy && continuesRow(row)) { sums[flat] = y[to]; }
  for (var base = 0u; base < longest; base += CHUNK) {
    for (var i = flat; i < TARGETS * CHUNK; i += TARGETS * FEATURES) {
      let staged = min(firstRow + i / CHUNK, launch.rows - 1u);
      let e = rowBegin(staged) + base + i % CHUNK;
      if (e < rowEnd(staged)) { weights[i] = weight(e); }
    }
    workgroupBarrier();
    if (busy && begin + base < end) {
      let here = min(CHUNK, end - begin - base);
      for (var i = 0u; i < here; i++) {
        let at = colIdx[begin + base + i] * launch.xStride + launch.xOffset + column;
        sums[flat] += weights[local.y * CHUNK + i] * x[at];
      }
    }
    workgroupBarrier();
  }
  if (busy) { y[to] = sums[flat]; }
}
`;var qs=ie+zs,Hs=F("webgpu",Io,{source:qs,parameters:{...ze,chunk:{meaning:"weights of a target staged at once",default:32,range:[32,64]}},needs(t){let{targets:e,features:r,chunk:o}=t;return{...qe(t),workgroupBytes:4*e*(r+o)}},prepare:(t,e,r)=>ae(t,e,He(Io.id,qs,r,{CHUNK:r.chunk}))});var Ks=`// Columns of X in bf16, two in a word: a lane takes eight in 16 bytes. Prelude of row_sum.wgsl.
// A bf16 is the upper half of a float32, so that a shift or a mask widens it exactly.
// Needs: strides and offsets in eights.
// Shapes: x panel of eight bf16, y panel of twice four floats, row-major.
alias Columns = mat2x4f;

@group(0) @binding(4) var<storage, read> x: array<vec4u>;
@group(0) @binding(5) var<storage, read_write> y: array<Columns>;

fn columnsOf(at: u32) -> Columns {
  let pairs = x[at];
  let even = pairs << vec4u(16u);
  let odd = pairs & vec4u(0xffff0000u);
  return mat2x4f(
    bitcast<vec4f>(vec4u(even.x, odd.x, even.y, odd.y)),
    bitcast<vec4f>(vec4u(even.z, odd.z, even.w, odd.w)),
  );
}

`;var js=`// Columns of X in bf16, two in a word: a lane takes four in 8 bytes. Prelude of row_sum.wgsl.
// A bf16 is the upper half of a float32, so that a shift or a mask widens it exactly.
// Shapes: x panel of four bf16, y panel of vectors of four floats, row-major.
alias Columns = vec4f;

@group(0) @binding(4) var<storage, read> x: array<vec2u>;
@group(0) @binding(5) var<storage, read_write> y: array<Columns>;

fn columnsOf(at: u32) -> Columns {
  let pairs = x[at];
  let even = pairs << vec2u(16u);
  let odd = pairs & vec2u(0xffff0000u);
  return bitcast<vec4f>(vec4u(even.x, odd.x, even.y, odd.y));
}

`;var Ys=`// Columns of X in float32: a lane takes a vector of four. Prelude of row_sum.wgsl.
// Shapes: x and y panels of vectors of four floats, row-major.
alias Columns = vec4f;

@group(0) @binding(4) var<storage, read> x: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> y: array<Columns>;

fn columnsOf(at: u32) -> Columns {
  return x[at];
}

`;var Vs=`// Columns of X in float32: a lane takes two, so that half as many columns fill a subgroup's lanes with one row.
// Prelude of row_sum.wgsl.
// Shapes: x and y panels of vectors of two floats, row-major.
alias Columns = vec2f;

@group(0) @binding(4) var<storage, read> x: array<vec2f>;
@group(0) @binding(5) var<storage, read_write> y: array<Columns>;

fn columnsOf(at: u32) -> Columns {
  return x[at];
}

`;var Xs=`// Sum over entries [begin, end) of one row of v * x[c, columns at offset], added to \`start\` in their order.
// Eight loads of x are in flight; those of the last entries, up to seven, in blocks of four of which some are
// not added: a loop over them would wait for each.
// Preludes: ../csr_rows.wgsl, and the columns of a lane.
fn columnsOfEntry(entry: u32, offset: u32) -> Columns {
  return columnsOf(colIdx[entry] * launch.xStride + offset);
}

fn rowSum(begin: u32, end: u32, offset: u32, start: Columns) -> Columns {
  var sum = start;
  var e = begin;
  let unrolled = begin + ((end - begin) & ~7u);
  for (; e < unrolled; e += 8u) {
    let x0 = columnsOfEntry(e, offset);
    let x1 = columnsOfEntry(e + 1u, offset);
    let x2 = columnsOfEntry(e + 2u, offset);
    let x3 = columnsOfEntry(e + 3u, offset);
    let x4 = columnsOfEntry(e + 4u, offset);
    let x5 = columnsOfEntry(e + 5u, offset);
    let x6 = columnsOfEntry(e + 6u, offset);
    let x7 = columnsOfEntry(e + 7u, offset);
    sum += weight(e) * x0;
    sum += weight(e + 1u) * x1;
    sum += weight(e + 2u) * x2;
    sum += weight(e + 3u) * x3;
    sum += weight(e + 4u) * x4;
    sum += weight(e + 5u) * x5;
    sum += weight(e + 6u) * x6;
    sum += weight(e + 7u) * x7;
  }
  for (; e < end; e += 4u) {
    let last = end - 1u;
    let x0 = columnsOfEntry(e, offset);
    let x1 = columnsOfEntry(min(e + 1u, last), offset);
    let x2 = columnsOfEntry(min(e + 2u, last), offset);
    let x3 = columnsOfEntry(min(e + 3u, last), offset);
    sum += weight(e) * x0;
    if (e + 1u < end) { sum += weight(e + 1u) * x1; }
    if (e + 2u < end) { sum += weight(e + 2u) * x2; }
    if (e + 3u < end) { sum += weight(e + 3u) * x3; }
  }
  return sum;
}

`;var Js=64,sr={meaning:`most bytes of X that a lane loads at once, 8 or 16: with 8 twice as many lanes share a row; 0 takes 16, but 8 for float32 where fewer than ${Js} lanes would share one`,default:0,range:[0,16]},Qs=t=>t/4>=Js?16:8,Pf={f32:[{columns:4,bytes:16,text:Ys},{columns:2,bytes:8,text:Vs}],bf16:[{columns:8,bytes:16,text:Ks},{columns:4,bytes:8,text:js}]};function Lf(t,{vectors:e,xStride:r,xOffset:o,yStride:n,yOffset:s}){return[e,r,o,n,s].every(i=>i*4%t===0)}function Uf(t,e){return Math.ceil(t/Math.ceil(t/e))}function xt(t,e,r=""){let o=Pf[t].map(({text:n,...s})=>({...s,source:r+ie+n+Xs+e}));return{source:o.map(({source:n})=>n).join(""),formFor(n,{load:s,workgroup:i}){let a=o[o.length-1],c=s||(t==="f32"?Qs(n.vectors*4):16),{columns:u,source:l}=o.find(({columns:f,bytes:d})=>d<=c&&Lf(f,n))??a;return{source:l,vector:u,lanes:Uf(n.vectors*4/u,i)}}}}function Ke(t){return({x:{rows:e,cols:r}})=>{let o=we(r);return{kernel:t,columns:o,bytes:4*o*e}}}function Zs(t,e){if(!Number.isInteger(e)||e<1)throw new R({action:"group the neighbours of a graph",current:`the group size ${e}`,wanted:"a whole number from 1",next:"pass the greatest number of neighbours that one group may have"});let{rows:r,rowPtr:o}=t,n=new Uint32Array(r+1),s=0;for(let u=0;u<r;u++){let l=o[u+1]-o[u];s=Math.max(s,l),n[u+1]=n[u]+Math.ceil(l/e)}let i=n[r],a=new Uint32Array(i+1),c=new Uint32Array(i);for(let u=0;u<r;u++)for(let l=n[u],f=o[u];l<n[u+1];l++,f+=e)a[l]=f,c[l]=u;return a[i]=o[r],{groupSize:e,count:i,start:a,rowOf:c,largest:Math.min(s,e),groupPtr:n}}function je(t,{upload:e},r){let{rows:o,rowPtr:n,colIdx:s,values:i}=r.matrix,a=Zs(r.matrix,r.groupSize),{count:c,start:u,rowOf:l}=a,f={count:c,targetOf:l},d=Zt(f,{items:Math.max(1,Math.floor(t.limits.bindingBytes/8)-1),partials:Math.min(r.partials,Math.max(1,Math.floor(t.limits.bindingBytes/16))),resources:[{sums:u,limit:nr(t,r.width)}]}),m=0,h=0,p=!1;for(let w=0;w<o&&!p;w++)p=n[w]===n[w+1];let g=d.map(w=>{let{first:y,count:b,shared:x}=w,M=u[y],A=u[y+b],S=new Uint32Array(2*(b+1));for(let E=0,O=0,I=0;E<b;E++){let _=l[y+E];if(S[2*E]=u[y+E]-M,bt(f,y+E)){S[2*E+1]=(_|2147483648)>>>0;continue}for(;x[I*4]!==_;)I++;S[2*E+1]=r.word(_,O++,I)}S[2*b]=A-M;let v=e("colIdx",s.subarray(M,A)),k={items:e("groups",S),colIdx:v,values:i?e("values",i.subarray(M,A)):v};return m+=k.items.bytes+v.bytes+(i?k.values.bytes:0),h+=w.partials,{...w,...k,entries:A-M}});return{groups:a,sharing:h,emptyRows:p,weighted:i!==void 0,chunks:g,bytes:m}}var $f={meaning:"most entries that a group may have",default:32,range:[1,1024]},Ye={groupSize:$f,dimWorkers:{meaning:"invocations that share a group's columns, four columns each at a time",default:32,range:[1,256]},workgroup:{meaning:"invocations of a workgroup, at least dimWorkers",default:128,range:[1,1024]}};function Se({workgroup:t,dimWorkers:e}){return Math.max(t,e)}var ei=`// s[g, :] = sum over entries (c, v) of group g of v * x[c, :]
// Sums of all neighbour-group kernels. Prelude of neighbor_group.wgsl, neighbor_group_cas.wgsl
// and neighbor_group_fixed.wgsl, which write the sums back. LANES invocations share a group of at most
// groupSize entries of one row (GNNAdvisor's dimension workers), each takes every LANES-th vector of four
// columns; the loop over entries is unrolled by four.
// Needs: x padded with zeros.
// Shapes: items [groups + 1] of (first entry, target word), colIdx and values [nnz of the chunk], x panel of
// vectors.
override WORKGROUP: u32 = 128u;
override LANES: u32 = 16u;
override WEIGHTED: bool = true;
override MAGNITUDE: bool = false;  // sums |v * x| instead

const ALONE = 0x80000000u;  // of a target word: no other group adds to this row of y

struct Launch {
  items: u32,    // groups of this chunk
  columns: u32,  // all in vectors of four floats
  xStride: u32,
  xOffset: u32,
  yStride: u32,
  yOffset: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> items: array<vec2u>;
@group(0) @binding(2) var<storage, read> colIdx: array<u32>;
@group(0) @binding(3) var<storage, read> values: array<f32>;
@group(0) @binding(4) var<storage, read> x: array<vec4f>;

fn term(entry: u32, offset: u32) -> vec4f {
  var product = x[colIdx[entry] * launch.xStride + offset];
  if (WEIGHTED) { product *= values[entry]; }
  if (MAGNITUDE) { return abs(product); }
  return product;
}

fn groupSum(begin: u32, end: u32, column: u32) -> vec4f {
  let offset = launch.xOffset + column;
  let unrolled = begin + ((end - begin) & ~3u);
  var sum = vec4f(0.0);
  var e = begin;
  for (; e < unrolled; e += 4u) {
    let t0 = term(e, offset);
    let t1 = term(e + 1u, offset);
    let t2 = term(e + 2u, offset);
    let t3 = term(e + 3u, offset);
    sum = sum + t0 + t1 + t2 + t3;
  }
  for (; e < end; e++) { sum += term(e, offset); }
  return sum;
}

// The group of an invocation, launch.items or more where it has none.
fn itemOf(group: vec3u, groups: vec3u, local: u32) -> u32 {
  let itemsPerGroup = WORKGROUP / LANES;
  let within = local / LANES;
  if (within >= itemsPerGroup) { return launch.items; }
  return (group.y * groups.x + group.x) * itemsPerGroup + within;
}
`;var Ve=ei;function Ne({items:t,colIdx:e,values:r,count:o,entries:n},{label:s,source:i,parameters:a,pair:c,bound:u,weighted:l,magnitude:f=!1}){let{vectors:d,xStride:m,xOffset:h,yStride:p,yOffset:g}=c,w=Se(a),y=Math.min(a.dimWorkers,d);return{label:s,source:i,constants:{WORKGROUP:w,LANES:y,WEIGHTED:l?1:0,MAGNITUDE:f?1:0},launch:{items:o,columns:d,xStride:m,xOffset:h,yStride:p,yOffset:g},buffers:[t,e,r,c.x,...u],groups:Math.ceil(o/Math.floor(w/y)),multiplyAdds:(n+o)*d*4}}function Xe({groups:t,sharing:e,chunks:r,bytes:o},{atomics:n,dispatches:s,partialBytes:i=0}){return{groups:t.count,largest_group:t.largest,shared_groups:e,atomics:n,chunks:r.length,dispatches:s,bytes:o+i}}function ir({sharing:t},e){return t*e.reduce((r,{vectors:o})=>r+o*4,0)}function ar(t){return t+er}function ti(t,e){return Ge({workgroupBytes:0,workgroupInvocations:Se(t),storageBindings:e})}function Gf(t,e,r){let o=[];for(let n=0;n<t.shared.length;n+=4)if((e[t.shared[n]]&r)!==0)for(let s=0;s<4;s++)o.push(t.shared[n+s]);return{...t,shared:Uint32Array.from(o)}}function ri(t,{x:e,y:r},{label:o,source:n,matrix:s,parameters:i,clears:a,flags:c,written:u=0}){se({matrix:s,x:e,y:r});let l=ne(e,r),f=Z(l);return re(t,async d=>{let{upload:m,dispatch:h}=d,p=je(t,d,{matrix:s,groupSize:i.groupSize,width:f*4,partials:Be(t,f),word:(x,M)=>M}),g=De(d,p.chunks,{vectors:f}),w=c&&m("active",Uint32Array.from(c)),y=[];for(let x of p.chunks){let M=We(d,c?Gf(x,c,u):x),S=w?[w,m("group row",p.groups.rowOf.slice(x.first,x.first+x.count))]:[];for(let v of l){let k=[Ne(x,{label:o,source:n,parameters:i,pair:v,weighted:p.weighted,bound:[v.y,g,...S]}),...Fe(M,{pair:v,rows:s.rows,partials:g})];for(let E of k)y.push(await h(E))}}let b=a&&p.emptyRows?r.panels:[];return{run:()=>{for(let{buffer:x}of b)t.clear(x);for(let x of y)x()},facts:Xe(p,{atomics:0,dispatches:y.length,partialBytes:g.bytes})}})}var ni=4,si={meaning:"most lanes that one load of an entry serves, from 4 on: successive entries are loaded at once by lanes of a subgroup, which give them to each other; below, each lane loads all entries",default:1,range:[1,128]};function ii({broadcast:t}){return t>=ni}var oi=t=>2**Math.floor(Math.log2(t));function ai(t,{workgroup:e,broadcast:r}){let o=Math.min(2**Math.ceil(Math.log2(t)),oi(e)),n=Math.min(o,oi(r));return n<ni?void 0:{LANES:o,BLOCK:n}}var ci={id:"merge-split",mapping:{webgpu:"neighbouring lanes take an equal share of row ends and entries; the sums of rows that a share cuts are added up by a second pass, in their order"}};var cr=4;function ui({rows:t,firstEntry:e,end:r,continues:o},n){let s=t===0?e:r(t-1),i=t+s-e,a=Math.ceil(i/n),c=new Uint32Array((a+1)*cr),u=[],l=0,f=p=>{u.at(-4)!==p&&u.push(p,l,l,p===0&&o?1:0),u[u.length-2]=++l},d=0,m=e,h=!1;for(let p=0;p<=a&&(c.set([d,m,l,h?1:0],p*cr),p!==a);p++){let g=Math.min(i,(p+1)*n),w=d,y=m;for(;d<t&&r(d)-e+d+1<=g;)d++;m=e+g-d,d<t&&m===r(d)&&d++,h&&(d>w||m>y)&&f(w),d>w&&(h=!1),!(h||m===(d===w?y:r(d-1)))&&(h=!0,f(d))}return{count:a,records:c,partials:l,shared:Uint32Array.from(u)}}var Df=2**16,li=[32,512];function Wf(t){let e=Math.ceil((t.rows+P(t))/Df);return Math.max(li[0],Math.min(li[1],e))}function fi(t,{chunks:e},{matrix:r,vectors:o,share:n}){let s=Math.floor(t.limits.bindingBytes/(4*Math.max(cr,4))),i=Math.max(1,Math.floor(Math.min(s,Be(t,o))/2)-1),a=n||Wf(r);return e.flatMap(c=>c.ranges.map(u=>{let{rows:l,entries:f,firstEntry:d,continues:m}=u,h=c.firstRow+u.firstRow,g=ui({rows:l,firstEntry:d,end:y=>Math.min(r.rowPtr[h+y+1]-c.firstEntry,d+f),continues:m},Math.max(a,Math.ceil((l+f)/i))),w=g.shared.map((y,b)=>b%4===0?y+h:y);return{...g,shared:w,chunk:c,range:u}}))}var di=`// y[r, :] = sum over nonzeros (r, c, v) of v * x[c, :]      CSR SpMM by the merge path of row ends and entries.
// LANES invocations take a share of the path, whole rows but for its first and its last: the sums of rows that
// are whole go to y, those of cut ones to \`partials\`, which a second pass adds up. Lane l sums the columns l,
// l + LANES, ... (in vectors of four or eight). A group holds WORKGROUP / LANES shares.
// Prelude: ../plans/csr_rows.wgsl, ../plans/lane_columns_webgpu/f32_by_four.wgsl, ../plans/lane_columns_webgpu/row_sum.wgsl
// or the columns of another format or load beside f32_by_four.wgsl.
// Needs: strides and offsets in whole vectors, x padded with zeros.
// Shapes: shares [shares + 1] of (row, entry, first partial, whether an earlier share has begun the row),
// partials [partials, columns].
override WORKGROUP: u32 = 64u;
override LANES: u32 = 16u;

@group(0) @binding(6) var<storage, read> shares: array<vec4u>;
@group(0) @binding(7) var<storage, read_write> partials: array<Columns>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let sharesPerGroup = WORKGROUP / LANES;
  let within = local / LANES;
  let share = (group.y * groups.x + group.x) * sharesPerGroup + within;
  if (within >= sharesPerGroup || share + 1u >= arrayLength(&shares)) { return; }
  let here = shares[share];
  let next = shares[share + 1u];

  for (var column = local % LANES; column < launch.columns; column += LANES) {
    var entry = here.y;
    var partial = here.z;
    var begun = here.w != 0u;
    for (var row = here.x; row <= next.x; row++) {
      let cut = row == next.x;
      var end = next.y;
      if (!cut) { end = rowEnd(row); }
      if (cut && entry == end) { break; }
      let to = (launch.firstRow + row) * launch.yStride + launch.yOffset + column;
      let isPart = cut || begun;
      var start = Columns();
      if (continuesRow(row) && !isPart) { start = y[to]; }
      let sum = rowSum(entry, end, launch.xOffset + column, start);
      if (isPart) {
        partials[partial * launch.columns + column] = sum;
        partial++;
      } else {
        y[to] = sum;
      }
      begun = false;
      entry = end;
    }
  }
}
`;var mi=`// y[r, :] = sum over nonzeros (r, c, v) of v * x[c, :]      CSR SpMM by the merge path of row ends and entries.
// The shares, lanes, sums and their order are those of merge_split.wgsl; an entry is loaded once for a block of
// lanes. Neighbours in a subgroup are a block: each loads one of successive entries of their share, whatever
// their rows, and gives it to the others by a shuffle. Four loads of x are in flight.
// Nothing is assumed of subgroups but that their sizes are powers of two from 4 on: a subgroup with a block
// that lacks a lane, or whose lanes have several shares, loads every entry in every lane. All shuffles are in
// uniform control flow: every share takes as many blocks as the longest.
// Prelude: ../../../hardware/webgpu/subgroups.wgsl, ../plans/csr_rows.wgsl, ../plans/lane_columns_webgpu/f32_by_four.wgsl
// or the columns of another format or load beside f32_by_four.wgsl.
// Needs: LANES and BLOCK powers of two from 4 on, strides and offsets in whole vectors, x padded with zeros.
// Shapes: shares [shares + 1] of (row, entry, first partial, whether an earlier share has begun the row), all
// but the last of equal length; partials [partials, columns].
override WORKGROUP: u32 = 64u;
override LANES: u32 = 16u;
override BLOCK: u32 = 16u; // most lanes of a block

@group(0) @binding(6) var<storage, read> shares: array<vec4u>;
@group(0) @binding(7) var<storage, read_write> partials: array<Columns>;

// End of the row that a share cuts, which no entry of the share reaches.
const NO_END = 0xffffffffu;

// Where a lane is on its share of the path.
struct Place {
  row: u32,
  begin: u32,   // first entry of the row in this share
  end: u32,     // of the row's entries, or NO_END
  partial: u32, // the next partial sum
  begun: bool,  // whether an earlier share has begun the row
  sum: Columns,
}

fn endOf(row: u32, cutRow: u32) -> u32 {
  if (row < cutRow) { return rowEnd(row); }
  return NO_END;
}

fn resultAt(row: u32, column: u32) -> u32 {
  return (launch.firstRow + row) * launch.yStride + launch.yOffset + column;
}

// Stores the sums of the rows that end before an entry.
fn finishRows(place: ptr<function, Place>, entry: u32, cutRow: u32, column: u32) {
  while ((*place).end == entry) {
    if ((*place).begun) {
      partials[(*place).partial * launch.columns + column] = (*place).sum;
      (*place).partial++;
    } else {
      y[resultAt((*place).row, column)] = (*place).sum;
    }
    (*place).row++;
    (*place).begin = entry;
    (*place).end = endOf((*place).row, cutRow);
    (*place).begun = false;
    (*place).sum = Columns();
  }
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
  @builtin(subgroup_size) size: u32,
  @builtin(subgroup_invocation_id) id: u32,
) {
  // Lanes without a share are at the path's end, where there is nothing to do.
  let sharesPerGroup = WORKGROUP / LANES;
  let within = local / LANES;
  let last = arrayLength(&shares) - 1u;
  let index = (group.y * groups.x + group.x) * sharesPerGroup + within;
  let share = select(last, index, within < sharesPerGroup && index < last);
  let here = shares[share];
  let next = shares[min(share + 1u, last)];
  let most = shares[1].x - shares[0].x + shares[1].y - shares[0].y;

  let block = min(min(LANES, BLOCK), size);
  let place = id % block;
  let first = id - place;
  let rank = subgroupExclusiveAdd(1u);
  let lanes = subgroupAdd(1u);
  let shareOfFirst = subgroupShuffle(share, first);
  let together = subgroupAll(rank == id && first + block <= lanes && shareOfFirst == share);

  for (var base = 0u; base < launch.columns; base += LANES) {
    let column = base + local % LANES;
    let inside = column < launch.columns;
    let offset = launch.xOffset + column;
    var path = Place(here.x, here.y, endOf(here.x, next.x), here.z, here.w != 0u, Columns());
    if (inside && here.x < next.x && !path.begun && continuesRow(here.x)) {
      path.sum = y[resultAt(here.x, column)];
    }
    for (var taken = 0u; taken < most; taken += block) {
      let begin = here.y + taken;
      let stop = min(begin + block, next.y);
      var mine = 0u;
      var mineBy = 1.0;
      if (together && begin + place < stop) {
        mine = colIdx[begin + place] * launch.xStride;
        mineBy = weight(begin + place);
      }
      for (var j = 0u; j < block; j += 4u) {
        let giver = first + j;
        var at = vec4u(
          subgroupShuffle(mine, giver),
          subgroupShuffle(mine, giver + 1u),
          subgroupShuffle(mine, giver + 2u),
          subgroupShuffle(mine, giver + 3u),
        );
        var by = vec4f(1.0);
        if (WEIGHTED) {
          by = vec4f(
            subgroupShuffle(mineBy, giver),
            subgroupShuffle(mineBy, giver + 1u),
            subgroupShuffle(mineBy, giver + 2u),
            subgroupShuffle(mineBy, giver + 3u),
          );
        }
        let e = begin + j;
        if (inside && e < stop) {
          if (!together) {
            let entries = min(vec4u(e, e + 1u, e + 2u, e + 3u), vec4u(stop - 1u));
            at = launch.xStride *
              vec4u(colIdx[entries.x], colIdx[entries.y], colIdx[entries.z], colIdx[entries.w]);
            by = vec4f(weight(entries.x), weight(entries.y), weight(entries.z), weight(entries.w));
          }
          let x0 = columnsOf(at.x + offset);
          let x1 = columnsOf(at.y + offset);
          let x2 = columnsOf(at.z + offset);
          let x3 = columnsOf(at.w + offset);
          finishRows(&path, e, next.x, column);
          path.sum += by.x * x0;
          if (e + 1u < stop) {
            finishRows(&path, e + 1u, next.x, column);
            path.sum += by.y * x1;
          }
          if (e + 2u < stop) {
            finishRows(&path, e + 2u, next.x, column);
            path.sum += by.z * x2;
          }
          if (e + 3u < stop) {
            finishRows(&path, e + 3u, next.x, column);
            path.sum += by.w * x3;
          }
        }
      }
    }
    if (inside) {
      finishRows(&path, next.y, next.x, column);
      if (next.y > path.begin) { partials[path.partial * launch.columns + column] = path.sum; }
    }
  }
}
`;var qf=Ce(xe+2);function Po(t){let{id:e,features:r="f32"}=t,o=xt(r,di),n=xt(r,mi,ts);return F("webgpu",t,{source:ar(o.source+n.source),parameters:{share:{meaning:"row ends and entries of a share; 0 chooses by the size of the matrix",default:0,range:[0,2**20]},workgroup:be,load:sr,broadcast:si},...r==="f32"&&{tunedBy:Ke(e)},needs:s=>({...Ge(qf(s)),subgroups:ii(s)}),prepare(s,i,{share:a,workgroup:c,load:u,broadcast:l}){return Ao(e,i),To(s,i,{label:e,features:r},async(f,d,m)=>{let{matrix:h}=i,p=Z(d),g=fi(s,f,{matrix:h,vectors:p,share:a}),w=De(m,g,{vectors:p}),y=[],b=s.limits.subgroups?.most??1,x=1;for(let{chunk:A,range:S,count:v,records:k,shared:E}of g){let O=m.upload("shares",k),I=We(m,{shared:E});for(let _ of d){let{lanes:G,...D}=o.formFor(_,{load:u,workgroup:c}),L=ai(G,{workgroup:c,broadcast:l});L&&(x=Math.max(x,Math.min(L.BLOCK,b)));let{source:U}=L?n.formFor(_,{load:u,workgroup:c}):D,C={WORKGROUP:c,...L??{LANES:G}},{buffers:Y,...H}=_o({csr:f,chunk:A,range:S,pair:_},{label:e,...D,source:U,constants:C}),V=[{...H,buffers:[...Y,O,w],groups:Math.ceil(v/Math.floor(c/C.LANES))},...Fe(I,{pair:_,rows:h.rows,partials:w})];for(let Pe of V)y.push(await m.dispatch(Pe))}}let M=A=>g.reduce((S,v)=>S+v[A],0);return No(f,y,{shares:M("count"),partial_sums:M("partials"),...x>1&&{broadcast:x}})})}})}var pi=Po(ci);var hi={id:"merge-split-bf16",mapping:{webgpu:"as merge-split, over features rounded to bf16, eight to a load of 16 bytes where rows have whole eights"},features:"bf16"};var gi=Po(hi);var Lo={id:"naive-register",mapping:{wasm:"a thread takes blocks of rows; four columns of a row share a register and read all its entries, so that columns and weights are read once for each four features (a GPU's thread has one)",x86:"a thread takes blocks of rows; eight or sixteen columns of a row share a register and read all its entries, so that columns and weights are read once for each so many features",webgpu:"one invocation a target and feature, its sum in a register"}};var wi=`// y[r, j] = sum over nonzeros (r, c, v) of v * x[c, j]
// Naive aggregation, sums in registers (DGL-style baseline). A workgroup takes TARGETS rows and FEATURES
// columns; one invocation sums one feature of one target in a register and reads every weight and every x
// from global memory, as DGL-style kernels do.
// Prelude: ../plans/csr_rows.wgsl
// Needs: x padded with zeros up to its stride.
// Shapes: x and y panels of floats, row-major.
override TARGETS: u32 = 8u;
override FEATURES: u32 = 32u;

@group(0) @binding(4) var<storage, read> x: array<f32>;
@group(0) @binding(5) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(FEATURES, TARGETS)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_id) local: vec3u,
) {
  let blocks = (launch.columns + FEATURES - 1u) / FEATURES;
  let index = group.y * groups.x + group.x;
  let row = index / blocks * TARGETS + local.y;
  let column = index % blocks * FEATURES + local.x;
  if (row >= launch.rows || column >= launch.columns) { return; }
  let to = (launch.firstRow + row) * launch.yStride + launch.yOffset + column;
  var sum = 0.0;
  if (continuesRow(row)) { sum = y[to]; }
  let end = rowEnd(row);
  for (var e = rowBegin(row); e < end; e++) {
    sum += weight(e) * x[colIdx[e] * launch.xStride + launch.xOffset + column];
  }
  y[to] = sum;
}
`;var bi=ie+wi,yi=F("webgpu",Lo,{source:bi,parameters:ze,needs:qe,prepare:(t,e,r)=>ae(t,e,He(Lo.id,bi,r))});var Uo={id:"naive-rmw",origin:{paper:"fastgl",section:"equation 3"},mapping:{wasm:"a thread takes blocks of rows; each neighbour reads the row's whole sum and writes it back (on a CPU an analogue: the sum then lies in the first cache, where a GPU's lies in global memory)",x86:"a thread takes blocks of rows; each neighbour reads the row's whole sum and writes it back, by vectors of eight or sixteen columns (on a CPU an analogue, as on wasm)",webgpu:"one invocation a target and feature, its sum read and written in global memory"}};var xi=`// y[r, j] += v * x[c, j] for each nonzero (r, c, v)
// Naive aggregation, sums in global memory (fastgl, equation 3). A workgroup takes TARGETS rows and FEATURES
// columns; one invocation reads and writes one feature of one target in global memory once a neighbour. The
// accesses are atomic, so that no compiler may keep the sum in a register; nothing else writes the place.
// Prelude: ../plans/csr_rows.wgsl
// Needs: x padded with zeros up to its stride.
// Shapes: x and y panels of floats (y as bits), row-major.
override TARGETS: u32 = 8u;
override FEATURES: u32 = 32u;

@group(0) @binding(4) var<storage, read> x: array<f32>;
@group(0) @binding(5) var<storage, read_write> y: array<atomic<u32>>;

@compute @workgroup_size(FEATURES, TARGETS)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_id) local: vec3u,
) {
  let blocks = (launch.columns + FEATURES - 1u) / FEATURES;
  let index = group.y * groups.x + group.x;
  let row = index / blocks * TARGETS + local.y;
  let column = index % blocks * FEATURES + local.x;
  if (row >= launch.rows || column >= launch.columns) { return; }
  let to = (launch.firstRow + row) * launch.yStride + launch.yOffset + column;
  if (!continuesRow(row)) { atomicStore(&y[to], 0u); }
  let end = rowEnd(row);
  for (var e = rowBegin(row); e < end; e++) {
    let term = weight(e) * x[colIdx[e] * launch.xStride + launch.xOffset + column];
    atomicStore(&y[to], bitcast<u32>(bitcast<f32>(atomicLoad(&y[to])) + term));
  }
}
`;var Si=ie+xi,Ei=F("webgpu",Uo,{source:Si,parameters:ze,needs:qe,prepare:(t,e,r)=>ae(t,e,He(Uo.id,Si,r))});var St={id:"neighbor-group",origin:{paper:"eppgcn",section:"Figure 2"},mapping:{wasm:"a thread takes blocks of neighbour groups; a row's first group writes the row, its others partial rows, which a second phase adds in order, in waves of at most 8 MiB (a thread stands for many warps)",x86:"as on wasm, a group in passes of up to eight accumulators of eight or sixteen columns",webgpu:"a group of neighbours is one work item; partial sums of a row are added in a second pass"}};var vi=`// y[r, :] = s[g, :] where g is row r's only group, else partial[p, :] = s[g, :]
// Neighbour groups, two-phase. One group of neighbours is one work item, so a hub's row is many;
// ../plans/partial_sums.wgsl adds them up in a second pass. No atomics: the order of every sum is fixed.
// Prelude: ../plans/neighbor_group_sum.wgsl
// Needs: target words ALONE | row of y, or a number of partial.
// Shapes: y panel of vectors, partial [groups that share a row, columns].
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> partials: array<vec4f>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let item = itemOf(group, groups, local);
  if (item >= launch.items) { return; }
  let begin = items[item].x;
  let end = items[item + 1u].x;
  let to = items[item].y;
  for (var column = local % LANES; column < launch.columns; column += LANES) {
    let sum = groupSum(begin, end, column);
    if ((to & ALONE) != 0u) {
      y[(to & ~ALONE) * launch.yStride + launch.yOffset + column] = sum;
    } else {
      partials[to * launch.columns + column] = sum;
    }
  }
}
`;var ki=Ve+vi,Ai=F("webgpu",St,{source:ar(ki),parameters:Ye,tunedBy:Ke(St.id),needs:t=>ti(t,6),prepare(t,e,r){return ye(St.id,e),ri(t,e,{label:St.id,source:ki,matrix:e.matrix,parameters:r,clears:!0})}});var ur={id:"neighbor-group-cas",origin:{paper:"eppgcn",section:"Figure 2"},mapping:{wasm:"a thread takes blocks of neighbour groups; a group that shares its row sums in scratch memory and adds each column by compare-exchange of the float's bits (a thread stands for many warps: fewer collide)",x86:"as on wasm, a group in passes of up to eight or sixteen accumulators, its sums on the stack",webgpu:"a group of neighbours is one work item; groups of a row add to it by compare-exchange"}};var Mi=`// y[r, :] += s[g, :]      neighbour groups, written back by a compare-exchange loop on the bits of y.
// One group of neighbours is one work item; groups of one row race for it and retry until they win. WGSL has
// no float atomics, so this overstates what CUDA's atomicAdd costs. The order of a sum varies: not
// bit-repeatable.
// Prelude: ../plans/neighbor_group_sum.wgsl
// Needs: y cleared; target words row of y, with ALONE where stored without a race.
// Shapes: y panel of floats, as bits.
@group(0) @binding(5) var<storage, read_write> y: array<atomic<u32>>;

fn add(at: u32, value: f32) {
  var old = atomicLoad(&y[at]);
  loop {
    let tried = atomicCompareExchangeWeak(&y[at], old, bitcast<u32>(bitcast<f32>(old) + value));
    if (tried.exchanged) { break; }
    old = tried.old_value;
  }
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let item = itemOf(group, groups, local);
  if (item >= launch.items) { return; }
  let begin = items[item].x;
  let end = items[item + 1u].x;
  let row = items[item].y & ~ALONE;
  let alone = (items[item].y & ALONE) != 0u;
  for (var column = local % LANES; column < launch.columns; column += LANES) {
    let sum = groupSum(begin, end, column);
    let at = 4u * (row * launch.yStride + launch.yOffset + column);
    for (var i = 0u; i < 4u; i++) {
      if (alone) {
        atomicStore(&y[at + i], bitcast<u32>(sum[i]));
      } else {
        add(at + i, sum[i]);
      }
    }
  }
}
`;var Oi=Ve+Mi,Ri=F("webgpu",ur,{source:Oi,parameters:Ye,needs:t=>({workgroupBytes:0,workgroupInvocations:Se(t),storageBindings:5}),prepare(t,e,r){let{matrix:o,x:n,y:s}=e;se(e),ye(ur.id,e);let i=ne(n,s);return re(t,async a=>{let c=je(t,a,{matrix:o,groupSize:r.groupSize,width:Z(i)*4,partials:1/0,word:l=>l}),u=[];for(let l of c.chunks)for(let f of i){let d=Ne(l,{label:ur.id,source:Oi,parameters:r,pair:f,bound:[f.y],weighted:c.weighted});u.push(await a.dispatch(d))}return{run:()=>{for(let{buffer:l}of s.panels)t.clear(l);for(let l of u)l()},facts:Xe(c,{atomics:ir(c,i),dispatches:u.length})}})}});var $o=`// bound[c] = max over rows r of |x[r, c]|      the largest magnitude of each column, exact.
// LANES invocations share a row, each takes a vector of four columns; a group strides over ROWS rows, gathers
// its maxima in workgroup memory and gives them to bound by one atomicMax a column: bits of floats >= 0 order
// as the floats do.
// Needs: bound cleared; a NaN counts as more than infinity.
// Shapes: x panel of vectors, bound [4 * stride] of floats, as bits.
override WORKGROUP: u32 = 256u;
override LANES: u32 = 16u;
override ROWS: u32 = 1024u;

struct Launch {
  rows: u32,
  columns: u32,  // vectors of four floats of a row of x
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> bound: array<atomic<u32>>;

var<workgroup> gathered: array<atomic<u32>, 4u * LANES>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let blocks = (launch.columns + LANES - 1u) / LANES;
  let index = group.y * groups.x + group.x;
  let column = index % blocks * LANES + local % LANES;
  let first = index / blocks * ROWS;
  let end = min(first + ROWS, launch.rows);
  var most = vec4u(0u);
  if (column < launch.columns && local / LANES < WORKGROUP / LANES) {
    for (var row = first + local / LANES; row < end; row += WORKGROUP / LANES) {
      most = max(most, bitcast<vec4u>(x[row * launch.columns + column]) & vec4u(0x7fffffffu));
    }
  }
  for (var i = 0u; i < 4u; i++) { atomicMax(&gathered[local % LANES * 4u + i], most[i]); }
  workgroupBarrier();
  if (local < LANES && column < launch.columns) {
    for (var i = 0u; i < 4u; i++) { atomicMax(&bound[4u * column + i], atomicLoad(&gathered[4u * local + i])); }
  }
}
`;var Ni=$o,Ti=256,Co=16,_i=1024,Go={workgroupBytes:16*Co,workgroupInvocations:Ti,storageBindings:2};async function Ii(t,e,{reserve:r,dispatch:o}){let n=new Map,s=[];for(let{stride:i,buffer:a}of e.panels){let c=i/4,u=r("column bound",i*4);n.set(a,u);let l=await o({label:"column-bound",source:$o,constants:{WORKGROUP:Ti,LANES:Co,ROWS:_i},launch:{rows:e.rows,columns:c},buffers:[a,u],groups:Math.ceil(c/Co)*Math.ceil(e.rows/_i),multiplyAdds:e.rows*i});s.push(()=>{t.clear(u),e.rows>0&&l()})}return{bounds:n,dispatches:s}}async function Xf(t,{matrix:e,x:r}){let{rowPtr:o,colIdx:n,values:s}=e,i=s?.findIndex(u=>!Number.isFinite(u))??-1;if(i>=0){let u=o.findIndex(l=>l>i)-1;return`${s[i]} in row ${u}, column ${n[i]} of the matrix`}let a=await vo(t,r),c=a.findIndex(u=>!Number.isFinite(u));if(!(c<0))return`${a[c]} in row ${Math.floor(c/r.cols)}, column ${c%r.cols} of X`}async function Pi(t,e,r){let o=await Xf(e,r);if(o!==void 0)throw new X({action:`prepare kernel "${t}"`,current:o,wanted:"finite numbers: they have to fit a fixed point",next:"use neighbor-group, which sums floats"})}var Et={id:"neighbor-group-fixed",mapping:{wasm:"a thread takes blocks of neighbour groups; a group that shares its row sums in scratch memory and adds each column as an integer, scaled by a power of two a row and column, that a last phase turns into floats",x86:"as on wasm, a group in passes of up to eight or sixteen accumulators, its sums on the stack",webgpu:"a group of neighbours is one work item; groups of a row add to it by integer atomics"}};function Li({rowPtr:t,values:e},r){let o=t[r],n=t[r+1];if(!e)return n-o;let s=0;for(let i=o;i<n;i++)s+=Math.abs(e[i]);return s}var Bo=`// S = 2^k, the largest with S * w * b * (1 + 2^-6) < 2^31      the scale of a row's fixed-point sum.
// Prelude of neighbor_group_fixed.wgsl and fixed_to_float.wgsl. With w the sum of a row's |values| and b the
// largest |x| of a column, |sum| <= w * b, and the slack holds the rounding of up to 2^24 groups: no sum
// overflows.
// Needs: nothing; k stays in [-126, 126], above which terms are far below any tolerance.
// Shapes: w one number a row, b and S four columns.
fn exponentField(x: vec4f) -> vec4u { return (bitcast<vec4u>(x) >> vec4u(23u)) & vec4u(255u); }

fn boundExponent(weight: f32, bound: vec4f) -> vec4u { return exponentField(weight * bound * 1.015625); }

// Whether w or b is not finite, or their product may pass float32: by bits alone, which no assumption of WGSL
// touches.
fn unbounded(weight: f32, bound: vec4f) -> vec4<bool> {
  let w = exponentField(vec4f(weight));
  let b = exponentField(bound);
  return (w == vec4u(255u)) | (b == vec4u(255u)) | (w + b >= vec4u(127u + 252u));
}

// Biased exponent of S: a bound with biased exponent E is below 2^(E - 126), so k = 31 - (E - 126).
fn scaleField(weight: f32, bound: vec4f) -> vec4u {
  return clamp(vec4u(284u) - boundExponent(weight, bound), vec4u(1u), vec4u(253u));
}

fn powerOfTwo(field: vec4u) -> vec4f { return bitcast<vec4f>(field << vec4u(23u)); }
`;var Ui=`// y[r, :] = y[r, :] / S[r, :], from integers to floats      second pass of the fixed-point neighbour groups.
// One invocation a shared row and vector of four columns; what has no finite bound becomes NaN. The other
// entry point counts sums of |terms| that are so few quanta that rounding to them could fail the check.
// Prelude: fixed_scale.wgsl
// Needs: nothing. Rows that the next chunk goes on with are left to it.
// Shapes: y panel of vectors, bound [xStride], rows [shared rows] of (row, bits of sum |v|, least quanta,
// flags).
override WORKGROUP: u32 = 128u;

const UNFINISHED = 2u;
const NAN_BITS = 0x7fc00000i;

struct Launch {
  rows: u32,     // shared rows of this chunk
  columns: u32,  // all in vectors of four floats
  xOffset: u32,
  yStride: u32,
  yOffset: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> rows: array<vec4u>;
@group(0) @binding(2) var<storage, read> bound: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> y: array<vec4i>;
@group(0) @binding(4) var<storage, read_write> lossy: atomic<u32>;

fn invocation(group: vec3u, groups: vec3u, local: u32) -> u32 {
  return (group.y * groups.x + group.x) * WORKGROUP + local;
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let place = invocation(group, groups, local);
  if (place / launch.columns >= launch.rows) { return; }
  let row = rows[place / launch.columns];
  if ((row.w & UNFINISHED) != 0u) { return; }
  let column = place % launch.columns;
  let top = bound[launch.xOffset + column];
  let inverse = powerOfTwo(vec4u(254u) - scaleField(bitcast<f32>(row.y), top));
  let at = row.x * launch.yStride + launch.yOffset + column;
  let sum = bitcast<vec4i>(vec4f(y[at]) * inverse);
  y[at] = select(sum, vec4i(NAN_BITS), unbounded(bitcast<f32>(row.y), top));
}

@compute @workgroup_size(WORKGROUP)
fn countLossy(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let place = invocation(group, groups, local);
  if (place / launch.columns >= launch.rows) { return; }
  let row = rows[place / launch.columns];
  if ((row.w & UNFINISHED) != 0u) { return; }
  let column = place % launch.columns;
  let quanta = bitcast<vec4u>(y[row.x * launch.yStride + launch.yOffset + column]);
  // No quantum at all means no term at all: sums of magnitudes are rounded up.
  let few = (quanta != vec4u(0u)) & (quanta < vec4u(row.z));
  let infinite = unbounded(bitcast<f32>(row.y), bound[launch.xOffset + column]);
  if (any(few | infinite)) { atomicAdd(&lossy, 1u); }
}
`;var Ci=Bo,Do=Bo+Ui,Zf=2**32-1,$i=128;function ed(t,e){return t===0?0:Math.min(Zf,Math.ceil(1.01*t*2**23/(e+2)+t))}function Gi(t,e,{shared:r}){let{rowPtr:o}=t,n=r.slice(),s=new Float32Array(n.buffer);for(let i=0;i<n.length;i+=4){let a=n[i];s[i+1]=Li(t,a),n[i+2]=ed(e[a+1]-e[a],o[a+1]-o[a])}return n}function Wo({rows:t,bound:e,pair:r},o){let{vectors:n,xOffset:s,yStride:i,yOffset:a}=r,c=t.bytes/(4*4);return{label:"fixed-to-float",source:Do,entry:o?"countLossy":"main",constants:{WORKGROUP:$i},launch:{rows:c,columns:n,xOffset:s,yStride:i,yOffset:a},buffers:[t,e,r.y,...o?[o]:[]],groups:Math.ceil(c*n/$i),multiplyAdds:c*n*4}}async function Bi(t,{before:e,magnitudes:r,passes:o}){let n=t.allocate("lossy sums",4);try{t.write(n,Uint32Array.of(0));let s=[...r,...o.map(c=>Wo(c,n))],{run:i,destroy:a}=await Os(t,()=>s);try{for(let c of[...e,i])c();return new Uint32Array(await t.read(n))[0]}finally{a()}}finally{t.free(n)}}var Di=`// y[r, :] += round(S[r, :] * s[g, :]), as integers
// Neighbour groups, written back by the native i32 atomicAdd. One group of neighbours is one work item;
// integer sums are the same in any order, so the result is bit-repeatable. fixed_to_float.wgsl turns the sums
// of shared rows into floats; the nearest that WGSL has to CUDA's atomicAdd.
// Prelude: ../plans/neighbor_group_sum.wgsl, fixed_scale.wgsl
// Needs: y cleared; target words ALONE | row, or index of rows.
// Shapes: y panel of 32-bit words, bound [xStride] of |x|, rows [shared rows] of (row, bits of sum |v|, ...).
@group(0) @binding(5) var<storage, read_write> y: array<atomic<i32>>;
@group(0) @binding(6) var<storage, read> bound: array<vec4f>;
@group(0) @binding(7) var<storage, read> rows: array<vec4u>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let item = itemOf(group, groups, local);
  if (item >= launch.items) { return; }
  let begin = items[item].x;
  let end = items[item + 1u].x;
  let word = items[item].y;
  for (var column = local % LANES; column < launch.columns; column += LANES) {
    let sum = groupSum(begin, end, column);
    let place = launch.yOffset + column;
    if ((word & ALONE) != 0u) {
      let at = 4u * ((word & ~ALONE) * launch.yStride + place);
      for (var i = 0u; i < 4u; i++) { atomicStore(&y[at + i], bitcast<i32>(sum[i])); }
    } else {
      let row = rows[word];
      let scaled = sum * powerOfTwo(scaleField(bitcast<f32>(row.y), bound[launch.xOffset + column]));
      var quanta = vec4i(round(scaled));
      if (MAGNITUDE) { quanta = vec4i(ceil(scaled)); }
      let at = 4u * (row.x * launch.yStride + place);
      for (var i = 0u; i < 4u; i++) { atomicAdd(&y[at + i], quanta[i]); }
    }
  }
}
`;var Wi=Ve+Ci+Di,Fi=2**24,zi=F("webgpu",Et,{source:Wi+Do+Ni,parameters:Ye,needs:t=>({workgroupBytes:Go.workgroupBytes,workgroupInvocations:Math.max(Go.workgroupInvocations,Se(t)),storageBindings:7}),prepare(t,e,r){let{matrix:o,x:n,y:s}=e;se(e),ye(Et.id,e);let i=ne(n,s);return re(t,async a=>{let c=je(t,a,{matrix:o,groupSize:r.groupSize,width:Z(i)*4,partials:1/0,word:(w,y,b)=>b});rd(c.groups.groupPtr);let{bounds:u,dispatches:l}=await Ii(t,n,a),f=[],d=[],m=[],h=[];for(let w of c.chunks){let y=Gi(o,c.groups.groupPtr,w),b=a.reserve("shared rows",Math.max(16,y.byteLength));t.write(b,y);for(let x of i){let M=u.get(x.x),A={label:Et.id,source:Wi,parameters:r,pair:x,bound:[x.y,M,b],weighted:c.weighted};if(f.push(await a.dispatch(Ne(w,A))),y.length===0)continue;let S={rows:b,bound:M,pair:x};d.push(await a.dispatch(Wo(S))),m.push(Ne(w,{...A,magnitude:!0})),h.push(S)}}let p=()=>{for(let{buffer:w}of s.panels)t.clear(w)},g=await Bi(t,{before:[p,...l],magnitudes:m,passes:h});if(g>0)throw await Pi(Et.id,t,e),od(g);return{run:()=>{for(let w of[p,...l,...f,...d])w()},facts:Xe(c,{atomics:ir(c,i),dispatches:l.length+f.length+d.length})}})}});function rd(t){for(let e=0;e+1<t.length;e++)if(!(t[e+1]-t[e]<=Fi))throw new X({action:'prepare kernel "neighbor-group-fixed"',current:`${t[e+1]-t[e]} groups in row ${e}`,wanted:`at most ${Fi}, so that their sum fits 32 bits`,next:"take larger groups, or the kernel neighbor-group"})}function od(t){return new X({action:'prepare kernel "neighbor-group-fixed"',current:`${t} vectors of sums that 32-bit fixed point resolves too coarsely`,wanted:"features of similar size within a column",next:"take larger groups, or the kernel neighbor-group"})}var qi={id:"row-split",mapping:{wasm:"a thread takes blocks of rows; a row's columns go in passes of 32 through eight vector accumulators",x86:"a thread takes blocks of rows; a row's columns go in passes of up to eight accumulators of eight or sixteen columns, with requests ahead for rows of X",webgpu:"neighbouring lanes share a row and stride over its columns, two or four at a time"}};var Hi=`// y[r, :] = sum over nonzeros (r, c, v) of v * x[c, :]      CSR SpMM, each row split over neighbouring lanes.
// LANES invocations share a row: lane l sums the columns l, l + LANES, ... (in vectors of two, four or eight),
// so that a row of x is read in consecutive loads of 8 or 16 bytes and a nonzero's column by all lanes at once.
// A group holds WORKGROUP / LANES rows.
// Prelude: ../plans/csr_rows.wgsl, ../plans/lane_columns_webgpu/f32_by_four.wgsl, ../plans/lane_columns_webgpu/row_sum.wgsl
// or the columns of another format or load beside f32_by_four.wgsl.
// Needs: strides and offsets in whole vectors, x padded with zeros.
override WORKGROUP: u32 = 64u;
override LANES: u32 = 16u;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let rowsPerGroup = WORKGROUP / LANES;
  let rowInGroup = local / LANES;
  let row = (group.y * groups.x + group.x) * rowsPerGroup + rowInGroup;
  if (rowInGroup >= rowsPerGroup || row >= launch.rows) { return; }
  let begin = rowBegin(row);
  let end = rowEnd(row);

  for (var column = local % LANES; column < launch.columns; column += LANES) {
    let to = (launch.firstRow + row) * launch.yStride + launch.yOffset + column;
    var start = Columns();
    if (continuesRow(row)) { start = y[to]; }
    y[to] = rowSum(begin, end, launch.xOffset + column, start);
  }
}
`;var sd=Ce(xe),Fo=64,id={...be,meaning:`invocations of a workgroup; 0 takes ${Fo}, or 128 or 256 for rows of more lanes`,default:0,range:[0,be.range[1]]};function ad(t,e){let r=Fo;for(;r<t&&2*r<=Math.min(e,be.range[1]);)r*=2;return r}function zo(t){let{id:e,features:r="f32"}=t,o=xt(r,Hi);return F("webgpu",t,{source:o.source,parameters:{workgroup:id,load:sr},...r==="f32"&&{tunedBy:Ke(e)},needs:({workgroup:n})=>sd({workgroup:n||Fo}),prepare:(n,s,{workgroup:i,load:a})=>ae(n,s,{label:e,features:r,map:c=>{let u=n.limits.workgroupInvocations,l=i||ad(o.formFor(c,{load:a,workgroup:u}).lanes,u),{lanes:f,...d}=o.formFor(c,{load:a,workgroup:l}),m=Math.floor(l/f);return{...d,constants:{WORKGROUP:l,LANES:f},groups:h=>Math.ceil(h/m)}}})})}var Ki=zo(qi);var ji={id:"row-split-bf16",mapping:{x86:"as row-split, over features rounded to bf16, which are widened to float32 as they are loaded",webgpu:"as row-split, over features rounded to bf16, eight to a load of 16 bytes where rows have whole eights"},features:"bf16"};var Yi=zo(ji);var qo={id:"row-split-scalar",mapping:{wasm:"a thread takes blocks of rows and computes one entry of the result after the other",x86:"a thread takes blocks of rows and computes one entry of the result after the other",webgpu:"one invocation computes one entry of the result"}};var Vi=`// y[r, j] = sum over nonzeros (r, c, v) of v * x[c, j]      CSR SpMM, one invocation an entry of y.
// Neighbouring invocations take neighbouring columns of one row, each by scalar loads, one nonzero after the
// other: the mapping that every other one is measured against.
// Prelude: ../plans/csr_rows.wgsl
// Needs: x padded with zeros up to its stride.
// Shapes: x and y panels of floats, row-major.
override WORKGROUP: u32 = 64u;

@group(0) @binding(4) var<storage, read> x: array<f32>;
@group(0) @binding(5) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let entry = (group.y * groups.x + group.x) * WORKGROUP + local;
  let row = entry / launch.columns;
  if (row >= launch.rows) { return; }
  let column = entry % launch.columns;
  let to = (launch.firstRow + row) * launch.yStride + launch.yOffset + column;
  var sum = 0.0;
  if (continuesRow(row)) { sum = y[to]; }
  let end = rowEnd(row);
  for (var e = rowBegin(row); e < end; e++) {
    sum += weight(e) * x[colIdx[e] * launch.xStride + launch.xOffset + column];
  }
  y[to] = sum;
}
`;var Xi=ie+Vi,Ji=F("webgpu",qo,{source:Xi,parameters:{workgroup:be},needs:Ce(xe),prepare:(t,e,{workgroup:r})=>ae(t,e,{label:qo.id,map:({vectors:o})=>({source:Xi,vector:1,constants:{WORKGROUP:r},groups:n=>Math.ceil(n*o*4/r)})})});var vt=[Ei,Ji,yi,Hs,Ri,zi,Ai,Gs,Yi,Ki,gi,pi];var Je=2;var Qi=["schema","session","profile","suite","paper","artifact","cell","contender","vs","dataset","dataset_kind","dataset_hash","model","backend","adapter_kind","threads","factors","metric","unit","n","median","mad","ci_lo","ci_hi","source","timer","roofline_share","rel_err","tolerance","checked_rows","seed","commit","attempt","status","reason","isa","webgpu","ranks"];var Zi=["session","cell","metric","unit","attempt","preparation","round","calls","value"],ea=["session","paper","artifact","published_id","metric","unit","dataset","model","system","config","relation","published","measured","ci_lo","ci_hi","source","cell","dataset_kind","judgement","reason"],ta=["differs","analogue-contradicts","inconclusive","reproduced","analogue-supports","holds","out-of-regime","not-run"],ra=["session","paper","artifact","claim_id","tier","statement","check","verdict","source","dataset_kind","effect","ci_lo","ci_hi","p","p_holm","evidence","reason","premise"];function Q(t){let e=new Uint32Array(t);for(let r=0;r<t;r++)e[r]=r;return e}var ud=466688986;function lr(t,e,r,o,n){let s=ud^t^e,i=r+t|0,a=o+e|0;i=i+a|0,a=(a<<13|a>>>19)^i,i=i+a|0,a=(a<<15|a>>>17)^i,i=i+a|0,a=(a<<26|a>>>6)^i,i=i+a|0,a=(a<<6|a>>>26)^i,i=i+e|0,a=a+s+1|0,i=i+a|0,a=(a<<17|a>>>15)^i,i=i+a|0,a=(a<<29|a>>>3)^i,i=i+a|0,a=(a<<16|a>>>16)^i,i=i+a|0,a=(a<<24|a>>>8)^i,i=i+s|0,a=a+t+2|0,i=i+a|0,a=(a<<13|a>>>19)^i,i=i+a|0,a=(a<<15|a>>>17)^i,i=i+a|0,a=(a<<26|a>>>6)^i,i=i+a|0,a=(a<<6|a>>>26)^i,i=i+t|0,a=a+e+3|0,i=i+a|0,a=(a<<17|a>>>15)^i,i=i+a|0,a=(a<<29|a>>>3)^i,i=i+a|0,a=(a<<16|a>>>16)^i,i=i+a|0,a=(a<<24|a>>>8)^i,i=i+e|0,a=a+s+4|0,i=i+a|0,a=(a<<13|a>>>19)^i,i=i+a|0,a=(a<<15|a>>>17)^i,i=i+a|0,a=(a<<26|a>>>6)^i,i=i+a|0,a=(a<<6|a>>>26)^i,i=i+s|0,a=a+t+5|0,n[0]=i,n[1]=a}function ld(t){return(t>>>8)*2**-24}function fd(t){let e=2166136261;for(let r=0;r<t.length;r++)e=Math.imul(e^t.charCodeAt(r),16777619);return e>>>0}var N=class{#e;#t;#r=new Uint32Array(2);#o=0;#s=!1;constructor(e,r){this.#e=e>>>0,this.#t=fd(r)}uint32(){return this.#s?(this.#s=!1,this.#r[1]):(lr(this.#e,this.#t,this.#o>>>0,Math.floor(this.#o/2**32),this.#r),this.#o++,this.#s=!0,this.#r[0])}fill(e){let r=this.#e,o=this.#t,n=this.#r,s=0;this.#s&&e.length>0&&(e[s++]=this.uint32());let i=this.#o;for(;s+1<e.length;s+=2,i++)lr(r,o,i>>>0,Math.floor(i/2**32),n),e[s]=n[0],e[s+1]=n[1];this.#o=i,s<e.length&&(e[s]=this.uint32())}seek(e){this.#o=Math.floor(e/2),this.#s=!1,e%2===1&&this.uint32()}uniform(){return ld(this.uint32())}below(e){if(!(Number.isInteger(e)&&e>=1&&e<=2**32))throw new R({action:"draw a random integer",current:`the bound ${e}`,wanted:"an integer from 1 to 2^32",next:"check that what is drawn from is not empty"});for(;;){let r=this.uint32(),o=r%e;if(r-o<=2**32-e)return o}}normal(){return Math.sqrt(-2*Math.log(1-this.uniform()))*Math.cos(2*Math.PI*this.uniform())}shuffle(e){for(let r=e.length-1;r>0;r--){let o=this.below(r+1),n=e[r];e[r]=e[o],e[o]=n}return e}};function Qe(t,e){return e.shuffle(Q(t))}function oa(t,e){let r=(t.length-1)*e,o=Math.floor(r),n=r-o,s=t[o];if(n===0)return s;let i=t[o+1];return s===i?s:Math.min(i,Math.max(s,(1-n)*s+n*i))}var dd=40;function na(t){if(t.length>dd)return t.sort();for(let e=0;e<t.length;e++){let r=t[e];if(Number.isNaN(r))return t.sort();let o=e;for(;o>0&&t[o-1]>r;o--)t[o]=t[o-1];t[o]=r}return t}function kt(t,e){if(!(e>=0&&e<=1))throw new R({action:"take a quantile",current:`p = ${e}`,wanted:"a number from 0 to 1",next:"pass a share, not a percentage"});let r=na(t instanceof Float64Array?t.slice():Float64Array.from(t)),o=r.length;return o===0||Number.isNaN(r[o-1])?NaN:oa(r,e)}function q(t){return kt(t,.5)}function oe(t){let e=na(t),r=e.length;return r===0||Number.isNaN(e[r-1])?NaN:oa(e,.5)}var sa={lo:-1/0,hi:1/0};function ia({confidence:t=.95,resamples:e=2e3}){if(t>0&&t<1&&Number.isInteger(e)&&e>0)return{confidence:t,resamples:e};throw new R({action:"draw a bootstrap interval",current:`confidence ${t} and ${e} resamples`,wanted:"a confidence between 0 and 1 and at least one resample",next:"correct the options"})}function aa(t,e){return{lo:kt(t,(1-e)/2),hi:kt(t,(1+e)/2)}}function Ho(t,e){let{confidence:r,resamples:o}=ia(t),n=new N(t.seed,"bootstrap");return aa(Float64Array.from({length:o},()=>e(n)),r)}function At(t,e,r){let o=t.length;if(o<2)return sa;let n=new Float64Array(o),{confidence:s,resamples:i}=ia(r);if(o**o<=i){let a=Float64Array.from({length:o**o},(c,u)=>{for(let l=0,f=u;l<o;l++,f=Math.floor(f/o))n[l]=t[f%o];return e(n)});return aa(a,s)}return Ho(r,a=>{for(let c=0;c<o;c++)n[c]=t[a.below(o)];return e(n)})}var md=8;function Ko(t,e){let r=t.length,o=Float64Array.from(t).sort();if(r<=md||Number.isNaN(o[r-1]))return At(t,oe,e);let n=Uint32Array.from(t,u=>o.indexOf(u)),s=new Uint32Array(r),i=new Float64Array(2),a=r-1>>1,c=r>>1;return Ho(e,u=>{s.fill(0);for(let d=0;d<r;d++)s[n[u.below(r)]]++;let l=0,f=s[0];for(;f<=a;)f+=s[++l];for(i[0]=o[l];f<=c;)f+=s[++l];return i[1]=o[l],oe(i)})}function Mt(t,e,r){let o=t.filter(a=>a.length>0),[n,...s]=o;if(n===void 0||o.reduce((a,c)=>a+c.length,0)<2)return sa;if(s.length===0)return At(n,e,r);let i=pd(o);return Ho(r,a=>e(i(a)))}function pd(t){let e=t.reduce((o,n)=>Math.max(o,n.length),0),r=new Float64Array(e*t.length);return o=>{let n=0;for(let s=0;s<t.length;s++){let i=t[o.below(t.length)];for(let a=0;a<i.length;a++)r[n++]=i[o.below(i.length)]}return r.subarray(0,n)}}function Ze(t,e){return Map.groupBy(t,e)}function Te(t){let e=q(t);return q(Float64Array.from(t,r=>Math.abs(r-e)))}function wd(t){if(t.length===0)return NaN;let e=Float64Array.from(t).sort(),r=e[e.length-1>>1],o=e[e.length>>1];return r===o?r:Math.sqrt(r*o)}function Ee(t,e){let r=t.length,o=Ze(t,l=>l.preparation),n=o.size,s=l=>Math.log(l.numerator)-Math.log(l.denominator);if(!t.map(s).every(Number.isFinite))return{n:r,preparations:n,median:NaN,mad:NaN,ciLo:NaN,ciHi:NaN};let a=[...o.values()].map(l=>l.map(s)),c=Mt(a,oe,e),u=t.map(l=>l.numerator/l.denominator);return{n:r,preparations:n,median:wd(u),mad:Te(u),ciLo:Math.exp(c.lo),ciHi:Math.exp(c.hi)}}function fr(t,e){let r=[];for(let o=t;o<e;o+=8)r.push(o);return[...r,e]}function Yo(t,e,r){return Ee(ca(t,e),{seed:r})}function ca(t,e){let r=new Map(e.map(o=>[o.round,o]));return t.flatMap(({round:o,preparation:n,value:s})=>{let i=r.get(o);return i===void 0?[]:[{preparation:n,numerator:s,denominator:i.value}]})}function Ot(t,e,r){if(e===void 0)return Ko(t,r);let o=Ze(t.entries(),([n])=>e[n]).values();return Mt(Array.from(o,n=>n.map(([,s])=>s)),oe,r)}var me="sentinel";function Ed({contender:t,metric:e}){return t===me&&e===me}function ua(t,e){let r=new Map;for(let c of t)Ed(c)&&c.attempt>=(r.get(c.cell)?.attempt??0)&&r.set(c.cell,c);let o=[...r.values()].flatMap(c=>{let{median:u,ci_lo:l=u,ci_hi:f=u}=c;return u!==void 0&&u>0?[{row:c,ms:u,lo:l,hi:f}]:[]});if(o.length===0)return;let n=q(o.map(c=>c.ms)),s=1+e,[i,a]=[o.reduce((c,u)=>u.ms<c.ms?u:c),o.reduce((c,u)=>u.ms>c.ms?u:c)];return{readings:o.map(c=>({row:c.row,ratio:c.ms/n,lo:c.lo/n,hi:c.hi/n,moved:c.lo/n>s||c.hi/n<1/s})),ms:n,drift:a.ms/i.ms,lo:a.lo/i.hi,hi:a.hi/i.lo}}function Xo(t){let e=typeof t=="object"?t?.constructor?.name??"object":typeof t;throw new T({action:"make a content key",current:typeof t=="number"?`the number ${t}`:`a value of type ${e}`,wanted:"plain objects, arrays, texts, finite numbers, booleans and null",next:"digest bytes with sha256 first, and name what is not finite"})}function et(t){if(t===null||typeof t=="boolean"||typeof t=="string")return JSON.stringify(t);if(typeof t=="number")return Number.isFinite(t)?JSON.stringify(t):Xo(t);if(Array.isArray(t))return`[${t.map(et).join(",")}]`;if(typeof t!="object")return Xo(t);let e=Object.getPrototypeOf(t);return e!==Object.prototype&&e!==null?Xo(t):`{${Object.entries(t).filter(([,o])=>o!==void 0).sort(([o],[n])=>o<n?-1:1).map(([o,n])=>`${JSON.stringify(o)}:${et(n)}`).join(",")}}`}async function ve(t){let e=typeof t=="string"?new TextEncoder().encode(t):t,r=await crypto.subtle.digest("SHA-256",e);return new Uint8Array(r).toHex()}async function mr(t){return await ve(et(t))}var vd=/[",\r\n]|^\ufeff/;function Jo(t){return t.length===1&&String(t[0]??"")===""?`""
`:t.map(e=>{let r=String(e??"");return vd.test(r)?`"${r.replaceAll('"','""')}"`:r}).join(",")+`
`}var kd=/^'*[=+\-@\t\r\n]/;var Ad=/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;function la(t){return kd.test(t)&&!Ad.test(t)?`'${t}`:t}var Qo=["measured","simulated","modelled"],Zo=["real","stand-in",""],Rt={file:"rows.csv",columns:Qi,kinds:{schema:"number",dataset_kind:Zo,adapter_kind:["hardware","software","none"],threads:"number",n:"number",median:"optional",mad:"optional",ci_lo:"optional",ci_hi:"optional",source:Qo,roofline_share:"optional",rel_err:"optional",tolerance:"optional",checked_rows:"optional",seed:"number",attempt:"number",status:["ok","wrong","oom","skipped","failed"],ranks:"optional"},added:["isa","webgpu","ranks"]},_t={file:"samples.csv",columns:Zi,kinds:{attempt:"number",preparation:"number",round:"number",calls:"number",value:"number"}},en={file:"comparison.csv",columns:ea,kinds:{measured:"optional",ci_lo:"optional",ci_hi:"optional",source:[...Qo,""],dataset_kind:Zo}},tn={file:"claims.csv",columns:ra,kinds:{verdict:ta,source:[...Qo,""],dataset_kind:Zo,effect:"optional",ci_lo:"optional",ci_hi:"optional",p:"optional",p_holm:"optional"},added:["premise"]};function Nt(t){return Jo(t.columns)}function rn(t,e){return e.map(r=>Jo(t.columns.map(o=>la(String(r[o]??""))))).join("")}async function fa(t,{session:e,attempt:r,run:o}){let{suite:n,workload:s,key:i,subject:a,seconds:c,checkSeconds:u,tuned:l=[]}=t,f=t.rows.map(p=>({...p,schema:Je,session:e,attempt:r})),d=t.samples.map(p=>({...p,session:e,attempt:r})),m={rows:rn(Rt,f),samples:rn(_t,d)},h={suite:n,workload:s,key:i,...a===void 0?{}:{subject:a},attempt:r,...o===void 0?{}:{run:o},rows:f.length,samples:d.length,finished:new Date().toISOString(),...c===void 0?{}:{seconds:c},...u===void 0?{}:{checkSeconds:u},...l.length>0&&{tuned:l},digest:{rows:await ve(m.rows),samples:await ve(m.samples)}};return{rows:f,samples:d,lines:m,entry:h}}var pr=2**32-1;function Md(t,e){let{vertices:r,source:o,target:n}=t,s=(i,a)=>{throw new T({action:"build a graph from an edge list",current:i,wanted:a,next:"renumber the vertices from 0 and pass their number as `vertices`"})};(!Number.isInteger(r)||r<0||r>pr)&&s(`${r} vertices`,`a whole number from 0 to ${pr}`),(!Number.isInteger(e)||e<0||e>o.length||e>n.length)&&s(`${e} edges in arrays of ${o.length} and ${n.length}`,"two arrays at least as long"),t.count===void 0&&o.length!==n.length&&s(`${o.length} sources and ${n.length} targets`,"as many of the one as of the other");for(let i=0;i<e;i++)(o[i]>=r||n[i]>=r)&&s(`edge ${i} from ${o[i]} to ${n[i]}`,`ids below ${r}`)}function tt(t){let{vertices:e,source:r,target:o,symmetrise:n=!1,selfLoops:s="keep"}=t,i=t.count??r.length;if(Md(t,i),i*(n?2:1)+e>pr)throw new B({action:"build a graph from an edge list",current:`${i} edges, ${n?"both directions":"one direction"}`,wanted:`at most ${pr} stored entries`,next:"use a smaller graph"});let a={vertices:e,source:r,target:o,count:i,selfLoops:s};return n?Rd(a):Od(a)}function Od({vertices:t,source:e,target:r,count:o,selfLoops:n}){let s=new Uint32Array(t+1);for(let p=0;p<o;p++)s[e[p]+1]++;for(let p=0;p<t;p++)s[p+1]+=s[p];let i=new Uint32Array(s[t]),a=s.slice(0,t);for(let p=0;p<o;p++)i[a[e[p]]++]=r[p];let c=a.fill(0),u=new Uint32Array(t+1),l=n==="drop",f=n==="add",d=0;for(let p=0;p<t;p++){let g=s[p],w=s[p+1];s[p]=d,f&&(c[p]=p+1,u[p+1]++);for(let y=g;y<w;y++){let b=i[y];c[b]===p+1||l&&p===b||(c[b]=p+1,u[b+1]++,i[d++]=b)}}s[t]=d;for(let p=0;p<t;p++)u[p+1]+=u[p];let m=new Uint32Array(u[t]),h=c;h.set(u.subarray(0,t));for(let p=0;p<t;p++){f&&(m[h[p]++]=p);for(let g=s[p];g<s[p+1];g++)m[h[i[g]]++]=p}return{rows:t,cols:t,rowPtr:u,colIdx:m}}function Rd({vertices:t,source:e,target:r,count:o,selfLoops:n}){let s=new Uint32Array(t+1),i=n==="drop";for(let d=0;d<o;d++)s[e[d]+1]++,s[r[d]+1]++;let a=n==="add"?1:0;for(let d=0;d<t;d++)s[d+1]+=s[d]+a;let c=new Uint32Array(s[t]),u=s.slice(0,t);for(let d=0;d<t&&a===1;d++)c[u[d]++]=d;for(let d=0;d<o;d++){let m=e[d],h=r[d];c[u[m]++]=h,c[u[h]++]=m}let l=0;for(let d=0,m=0;d<t;d++){let h=s[d+1];Nd(c,m,h);let p=l;for(let g=m;g<h;g++){let w=c[g];l>p&&c[l-1]===w||i&&w===d||(c[l++]=w)}m=h,s[d+1]=l}let f=l===c.length;return{rows:t,cols:t,rowPtr:s,colIdx:f?c:c.slice(0,l)}}var _d=32;function Nd(t,e,r){if(r-e>_d){t.subarray(e,r).sort();return}for(let o=e+1;o<r;o++){let n=t[o],s=o;for(;s>e&&t[s-1]>n;s--)t[s]=t[s-1];t[s]=n}}function ce(t,e){if(t.rows!==t.cols)throw new T({action:e,current:`a matrix of ${t.rows} x ${t.cols}`,wanted:"as many columns as rows",next:"pass the adjacency of a whole graph or of a diagonal block"})}function Td(t){let{rows:e,cols:r}=t,o=new Uint32Array(e+1),n=new Uint32Array(P(t)+e),s=new Float32Array(n.length),i=0;for(let a=0;a<e;a++){let c=!0;for(let u=t.rowPtr[a];u<t.rowPtr[a+1];u++){let l=t.colIdx[u];c&&l>=a&&(c=!1,l>a&&(n[i]=a,s[i++]=1)),n[i]=l,s[i++]=t.values?t.values[u]:1}c&&(n[i]=a,s[i++]=1),o[a+1]=i}return{rows:e,cols:r,rowPtr:o,colIdx:n.slice(0,i),values:s.slice(0,i)}}function Id(t){let e=new Float64Array(t.rows);for(let r=0;r<t.rows;r++)for(let o=t.rowPtr[r];o<t.rowPtr[r+1];o++)e[r]+=t.values[o];return e}function hr(t){ce(t,"normalise a graph for GCN");let e=Td(t),r=Id(e);for(let i=0;i<r.length;i++)r[i]=r[i]>0?1/Math.sqrt(r[i]):0;let{rowPtr:o,colIdx:n,values:s}=e;for(let i=0;i<e.rows;i++)for(let a=o[i];a<o[i+1];a++)s[a]*=r[i]*r[n[a]];return e}var gr=class{#e;#t;#r=performance.now();constructor(e){this.#e=e,this.#t=fr(e.minRounds,e.maxRounds)}get preparations(){let{preparations:e,minRounds:r,maxRounds:o}=this.#e,n=Math.ceil(r/e);return Array.from({length:e},(s,i)=>{let a=i===e-1;return{preparation:i,isLast:a,until:a?o:Math.min(o,(i+1)*n)}})}endsBefore(e){return e>0&&(this.#e.signal?.aborted===!0||this.#o>this.#e.budgetMs)}looksBefore(e,{isLast:r}){return r&&this.#t.includes(e)}isTooLateFor(e,r){let{narrowingMs:o,budgetMs:n}=this.#e,s=this.#t.find(i=>i>e)??e;return this.#o+(s-e)*r>(o??n)}endsAfter(e,r,o){return e+1===r.until||this.looksBefore(e+1,r)||this.#o+o>this.#e.budgetMs}get#o(){return performance.now()-this.#r}};var wr=class{#e;constructor(e){this.#e=new Map(e.flatMap(({id:r,ready:o})=>o?[[r,o]]:[]))}take({id:e}){let r=this.#e.get(e);return this.#e.delete(e),r}release(){for(let e of this.#e.values())e.destroy();this.#e.clear()}},br=class{#e;#t;#r;#o=new Map;#s=new Set;#n=0;constructor(e,r){this.#e=e,this.#t=r,this.#r=new wr(e)}async prepare(e){this.#n=e;for(let r of this.#e)await this.#t.loop.attempt(r,async()=>{let o=this.#r.take(r)??await r.prepare(e);this.#o.set(r.id,o),await this.#t.sampler.warm(r,o)})}async take(e,r){let{loop:o,sampler:n,kept:s}=this.#t,i=this.#n;this.#s.clear();let a=new Map;await o.round(async c=>{let u=await this.#i(c,r&&!c.selfCompared);a.set(c.id,u),s.add(c,{preparation:i,round:e,calls:n.callsOf(c)},u)}),this.#e.some(({selfCompared:c})=>c)&&await o.round(async c=>{if(!c.selfCompared)return;let u=await this.#i(c,r);s.addPair(c,i,[a.get(c.id),u])})}async#i(e,r){let o=this.#o.get(e.id),{sampler:n}=this.#t;if(!r)return await n.sample(e,o);let s=await n.lastSample(e,o);return this.#s.add(e.id),s}async finish(){let{loop:e,sampler:r}=this.#t;for(let o of this.#e)this.#s.has(o.id)||await e.attempt(o,()=>r.recheck(o,this.#o.get(o.id)));this.#s.clear()}release(){for(let e of this.#o.values())e.destroy();this.#o.clear(),this.#r.release()}},yr=class{#e;#t=0;constructor(e,r){this.#e=r,new wr(e).release()}prepare(e){return this.#t=e,Promise.resolve()}async take(e){let{loop:r,sampler:o,kept:n}=this.#e,s=this.#t,i=r.shuffled();for(let a=0;a<i.length;a+=2){let c=i.slice(a,a+2),u=new Map(c.map(l=>[l,[]]));for(let l of[...c,...c.toReversed()])await r.attempt(l,async()=>{u.get(l).push(await this.#r(l))});for(let[l,[f,d]]of u){if(d===void 0)continue;let m={ms:(f.ms+d.ms)/2,waits:(f.waits+d.waits)/2};n.add(l,{preparation:s,round:e,calls:o.callsOf(l)},m),n.addPair(l,s,[f,d])}}}async#r(e){let r=await e.prepare(this.#t);try{return await this.#e.sampler.warm(e,r),await this.#e.sampler.lastSample(e,r)}finally{r.destroy()}}finish(){return Promise.resolve()}release(){}};var ke=class{#e;#t;constructor(e){this.#e=e}async reach(e,r=20){let o=this.#e;if(o.backend!=="webgpu"||o.adapterKind!=="hardware"||e.time!==void 0||this.#t!==void 0&&this.#t===o.pauses)return;let n=1/0,s=0,i=r;for(let a=0;a<25&&s<2;a++){let c=Math.max(1,Math.min(1024,Math.ceil(20/Math.max(i,1e-6))));i=await o.time(e.run,c)/c,s=i<(1-.02)*n?0:s+1,n=Math.min(n,i)}this.#t=s<2?void 0:o.pauses}};var xr={"gpu-timestamp":2,"wall-slope":500,wall:20},on=1024,Pd=4,nn=5;function sn(t,e){return e.time?.bind(e)??(r=>t.time(e.run,r))}var Ld=100,da=250,Ud=2;function an(t){return t>=da?1:Ud}async function ma(t,e,r){if(!(r>=da)){if(e.time!==void 0){await e.time(1);return}e.run(),await t.finish()}}function $d(t,e){let r=sn(t,e),{timeScale:o=1}=e;return async n=>await r(n)/o}async function pa(t,e,r=new ke(t)){let o=async()=>{if(e.time!==void 0)return await e.time(1);let l=performance.now();return e.run(),await t.finish(),performance.now()-l},{timeScale:n=1}=e,s=t.waits,i=await o(),a=i/n,c={ms:i,waits:t.waits-s},u=a>=Ld?a:await o()/n;return await r.reach(e,u),{cold:c,warmMs:u}}function ha(t,e){return e.leastSampleMs!==void 0?e.leastSampleMs:e.time===void 0?t.shortestSampleMs??xr[t.timer]:xr.wall}async function ga(t,e,r){let o=$d(t,e),n=1,s=1/0;for(let i=0;i<Pd;i++){let a=await o(n);if(s=Math.min(s,a/n),a>=nn*r||i>0&&n*s>=r||n===on)break;let u=Math.max(s,r/on);n=Math.min(on,Math.max(n,Math.ceil(1.1*r/u)))}return Math.max(n,an(s))}var Sr=class{#e;#t;#r;#o;#s=new Map;#n=new Map;#i=new Map;#c=0;constructor(e,r){this.#e=e,this.#t=r,this.#r=new ke(e),this.#o=new N(r.seed,"inputs of checks after timing")}get cold(){return this.#i}get checkMs(){return this.#c}callsOf({id:e}){return this.#s.get(e)}async warm(e,r){let{id:o}=e;this.#t.onPhase?.(o,"warm-up");let{cold:n,warmMs:s}=await pa(this.#e,r,this.#r),i=r.time===void 0||e.clock==="wall"?n.waits:0;r!==e.ready&&this.#i.set(o,[...this.#i.get(o)??[],{ms:n.ms,waits:i}]),this.#n.set(o,s),s>=nn*this.#u(r)&&this.#s.set(o,an(s))}async sample(e,r){let{id:o,clock:n}=e,s=this.#e;this.#t.onPhase?.(o,"sample");let i=this.#s.get(o)??await ga(s,r,this.#u(r));this.#s.set(o,i),await ma(s,r,this.#n.get(o));let a=s.waits,c=await sn(s,r)(i),u=n==="wall"?(r.timeScale??1)*(s.waits-a):0;return{ms:c/i,waits:u/i}}async lastSample(e,r){let o=this.#o.uint32(),n=r.renew&&await this.#l(()=>r.renew(o)),s=await this.sample(e,r);return await(n?this.#l(n):this.recheck(e,r)),s}async recheck({id:e},r){this.#t.onPhase?.(e,"recheck");let o=this.#o.uint32();this.#t.signal?.aborted||await this.#l(()=>r.recheck(o))}#u(e){return this.#t.sampleMs??ha(this.#e,e)}async#l(e){let r=performance.now();try{return await e()}finally{this.#c+=performance.now()-r}}};var Er=class{#e=[];#t=new Map;add({id:e},r,o){this.#e.push({contestant:e,...r,...o})}addPair({id:e,selfCompared:r},o,[n,s]){if(!r)return;let i={preparation:o,numerator:n.ms,denominator:s.ms};this.#t.set(e,[...this.#t.get(e)??[],i])}get selfPairs(){return this.#t}without(e){return this.#e.filter(({contestant:r})=>!e.has(r))}};var ue=class extends T{exitCode=he.interrupted;constructor(e,r="resume with the same --session: what is finished is not run again"){super({action:"go on",current:e,wanted:"no interruption",next:r})}};function Tt(t){let e=performance.now();return async()=>{t?.throwIfAborted(),!(t===void 0||performance.now()-e<50)&&(await new Promise(r=>setTimeout(r)),t.throwIfAborted(),e=performance.now())}}var vr=class{#e;#t;#r=new Map;constructor(e,r){this.#t=e,this.#e=new N(r,"turns")}get failures(){return this.#r}shuffled(){return this.#e.shuffle([...this.#t])}async attempt(e,r){if(!this.#r.has(e.id))try{await r()}catch(o){if(o instanceof ue)throw o;this.#r.set(e.id,o)}}async round(e){for(let r of this.shuffled())await this.attempt(r,()=>e(r))}};var Cd=.7;async function It(t,e,r){let o=new gr(r),n=new vr(e,r.seed),s=new Sr(t,r),i=new Er,a=Gd(t,e)?new br(e,{loop:n,sampler:s,kept:i}):new yr(e,{loop:n,sampler:s,kept:i}),c=0;for(let u of o.preparations){if(o.endsBefore(c))break;let l=0;try{for(await a.prepare(u.preparation);c<u.until&&!o.endsBefore(c)&&!(o.looksBefore(c,u)&&(o.isTooLateFor(c,l)||Wd(i.without(n.failures),r)));){let f=performance.now();await a.take(c,o.endsAfter(c,u,l)),l=performance.now()-f,c++,r.onRound?.(c,r.minRounds)}await a.finish()}finally{a.release()}}return{samples:i.without(n.failures),rounds:c,underpowered:c<r.minRounds,failures:new Map([...n.failures].map(([u,l])=>[u,Dd(u,l)])),cold:s.cold,selfPairs:i.selfPairs,checkMs:s.checkMs}}function Gd(t,e){let r=e.filter(({ready:o})=>o===void 0);return Bd(r)+t.ledger.live<=Cd*t.limits.memoryBytes}function Bd(t){let e=new Map(t.flatMap(r=>r.shared?[[r.shared.by,r.shared.bytes]]:[]));return[...t.map(({bytes:r})=>r),...e.values()].reduce((r,o)=>r+o,0)}function Dd(t,e){return e instanceof T?e:new W({action:`time "${t}"`,current:e instanceof Error?`${e.name}: ${e.message}`:String(e),wanted:"a plan that can be prepared, run and checked any number of times",next:"see what its kernel throws: deno task test tests/kernels"},{cause:e})}function Wd(t,{narrow:e,seed:r}){let o=Map.groupBy(t,n=>n.contestant);for(let n of o.values()){let s=n.map(c=>c.ms),{lo:i,hi:a}=At(s,oe,{seed:r,resamples:400});if((a-i)/2>e*q(s))return!1}return!0}function Ae(t){let e=[],r=o=>{ArrayBuffer.isView(o)?e.push(Fd(o)):Array.isArray(o)||o instanceof Map?o.forEach(r):typeof o=="object"&&o!==null&&Object.values(o).forEach(r)};return r(t),e.join(" ")}function Fd({buffer:t,byteOffset:e,byteLength:r}){let o=new Uint32Array(t,e,r>>>2),n=608135816,s=2242054355,i=320440878,a=o.length|0,c=o.length&-4;for(let u=0;u<c;u+=4)n=Math.imul((n<<13|n>>>19)^o[u],2654435761),s=Math.imul((s<<13|s>>>19)^o[u+1],2654435761),i=Math.imul((i<<13|i>>>19)^o[u+2],2246822519),a=Math.imul((a<<13|a>>>19)^o[u+3],2246822519);for(let u=c;u<o.length;u++)n=Math.imul((n<<13|n>>>19)^o[u],2654435761);return[n,s,i,a].map(u=>(u>>>0).toString(16)).join("")}function wa(t,{count:e,width:r,weights:o,places:n,size:s=e}){let i=new Float64Array(2*s);for(let a=0;a<e;a++){let c=0,u=0;for(let f=0,d=a*r;f<r;f++,d++){let m=t[d]*o[f];c+=m,u+=Math.abs(m)}let l=n?n[a]:a;i[2*l]=c,i[2*l+1]=u}return i}var ba={shape:({matrix:t,width:e})=>({rows:t.rows,cols:e}),terms:({matrix:t},e)=>ls(t,e),quantum:({matrix:t},e)=>t.values?void 0:e,row({matrix:{rowPtr:t,colIdx:e,values:r},features:o,width:n},s,i,a){i.fill(0),a.fill(0);let c=t[s+1],u=t[s];for(;u+4<=c;u+=4){let l=u,f=u+1,d=u+2,m=u+3,h=e[l]*n,p=e[f]*n,g=e[d]*n,w=e[m]*n,y=r?r[l]:1,b=r?r[f]:1,x=r?r[d]:1,M=r?r[m]:1;for(let A=0;A<n;A++){let S=y*o[h+A],v=b*o[p+A],k=x*o[g+A],E=M*o[w+A];i[A]=i[A]+S+v+k+E,a[A]=a[A]+Math.abs(S)+Math.abs(v)+Math.abs(k)+Math.abs(E)}}for(;u<c;u++){let l=r?r[u]:1,f=e[u]*n;for(let d=0;d<n;d++){let m=l*o[f+d];i[d]+=m,a[d]+=Math.abs(m)}}return c-t[s]},project({matrix:t,features:e,width:r},o){let n=wa(e,{count:t.cols,width:r,weights:o}),{rows:s,rowPtr:i,colIdx:a,values:c}=t,u=new Float64Array(s),l=new Float64Array(s);for(let f=0;f<s;f++){let d=0,m=0;for(let h=i[f],p=i[f+1];h<p;h++){let g=c?c[h]:1,w=2*a[h];d+=g*n[w],m+=Math.abs(g)*n[w+1]}u[f]=d,l[f]=m}return{value:u,magnitude:l}}};function ya({rows:t,cols:e,entries:r,weighted:o,width:n},s="f32"){let i=n*fe[s],a=4*(t+1)+4*r*(o?2:1),c=t*n*4;return{multiplyAdds:r*n,compulsoryBytes:a+e*i+c,bytesWithoutReuse:a+r*i+c}}function zd(t){let{rowPtr:e,colIdx:r,values:o}=t,n={...t,rowPtr:e.subarray(),colIdx:r.subarray()};return o?{...n,values:o.subarray()}:n}var rt={id:"spmm",formula:"Y[r, :] = sum over stored (r, c, v) of A of v * X[c, :]",oracle:ba,width:({width:t})=>t,work({matrix:t,width:e},r){let{rows:o,cols:n,values:s}=t;return ya({rows:o,cols:n,entries:P(t),weighted:s!==void 0,width:e},r)},stage(t,{matrix:e,features:r,width:o},n){po(e);let s=bs(t,"X",e.cols,o,r,n);try{let i=xo(t,"Y",e.rows,o);return{matrix:zd(e),x:s,y:i,output:i}}catch(i){throw wt(t,s),i}},inputs:[{name:"X",numbers:({features:t})=>t,matrix:({x:t})=>t,redrawn:(t,e)=>({...t,features:e(t.features.length)})}],release(t,{x:e,y:r}){wt(t,e),wt(t,r)}};function xa({inputs:t=[]},e,r="f32"){return r==="f32"?e:t.reduce((o,n)=>n.redrawn(o,()=>ht(r,n.numbers(e))),e)}function Sa(t,e,{operands:r,draw:o}){let n=ge(t.matrix(r));return t.redrawn(e,s=>ht(n,o(s)))}async function Ea(t,e,r){let{operation:o,kernel:n,parameters:s={}}=r,i=xa(o,e,n.features),c=i===e||r.hostDigest===void 0?r.hostDigest:Ae(i),u=performance.now(),{operands:l,giveBack:f}=r.lent??qd(t,r,i);try{let d=n.features===void 0?performance.now():u,m=await hs(n,t,l,o.width(e),s,o.id);return{name:`${o.id}/${Ue(n)}`,operation:o,problem:i,operands:l,prepareMs:performance.now()-d,facts:m.facts??{},shared:r.lent!==void 0,...c!==void 0&&{hostDigest:c},run:()=>m.run(),destroy:()=>{m.destroy(),f()}}}catch(d){throw f(),d}}function qd(t,{operation:e,kernel:{features:r}},o){let n=e.stage(t,o,r);return{operands:n,giveBack:()=>e.release(t,n)}}function va(t,e,r){let{length:o}=t,n=Math.min(o,65537);for(let s=0;s<n;s++){let i=2*e.uniform()-1;t[s]=r===void 0?i:r*Math.round(i/r)}for(;n<o;n*=2)t.copyWithin(n,0,Math.min(n,o-n))}var ka=11920928955078125e-23,Ie=1e-30,Hd=2**24;function Pt(t,e,r){return r!==void 0&&e<=Hd*r?Ie:Ie+(t+2)*ka*e}function kr(t,e,{stream:r,share:o,heavy:n}){let[s,i,a]=[1e3,1e3,1e4].map(u=>Math.ceil(o*u)),c=new Set;n&&Kd(c,{rows:t,terms:e,wanted:s});for(let u=0;u<Math.min(i,t);u++)c.add(u).add(t-1-u);for(let u=0;u<a;u++)c.add(r.below(t));return Uint32Array.from(c).sort()}function Kd(t,{rows:e,terms:r,wanted:o}){let n=new Float64Array(e);for(let i=0;i<e;i++)n[i]=r(i);let s=n.toSorted()[Math.max(0,e-o)];for(let i=0;i<e;i++)n[i]>s&&t.add(i);for(let i=0;i<e&&t.size<o;i++)n[i]===s&&t.add(i)}var jd=2e9,Yd=2,Aa=2**28,Lt=class{complete;chosen;projections;#e;#t;#r;constructor(e,r,o){let n=this.#e=e.oracle,{rows:s,cols:i}=n.shape(r),{multiplyAdds:a}=e.work(r),c=new N(o.seed,`check ${e.id}`),u=s===0||a<=(o.exhaustiveWork??jd),l=u?0:o.projections??Yd,f=s*(o.sampledWork??1/0)/a,d=Math.min(1,f/13e3),m=u||l>0&&n.project===void 0?void 0:kr(s,p=>n.terms(r,p),{stream:c,share:d,heavy:o.heaviest??!0}),h=Vd(n,r,{stream:c,cols:i,count:l});this.complete=m===void 0||h===void 0,this.chosen=this.complete?Q(s):m,this.projections=this.complete?[]:h,this.#t=i}get bytes(){return 16*this.chosen.length*this.#t}row(e,r){let o=new Float64Array(this.#t),n=new Float64Array(this.#t);return{row:r,value:o,magnitude:n,terms:this.#e.row(e,r,o,n)}}*rows(e){if(this.#r)return yield*this.#o(this.#r);let r=new Float64Array(this.#t),o=new Float64Array(this.#t);for(let n of this.chosen)yield{row:n,value:r,magnitude:o,terms:this.#e.row(e,n,r,o)}}keep(e){if(this.#r)return;let r=this.chosen.length*this.#t,o={value:new Float64Array(r),magnitude:new Float64Array(r),terms:new Float64Array(this.chosen.length)},n=0;for(let{value:s,magnitude:i,terms:a}of this.rows(e))o.value.set(s,n*this.#t),o.magnitude.set(i,n*this.#t),o.terms[n++]=a;this.#r=o}*#o({value:e,magnitude:r,terms:o}){let n=this.#t;for(let[s,i]of this.chosen.entries()){let a=[s*n,(s+1)*n];yield{row:i,value:e.subarray(...a),magnitude:r.subarray(...a),terms:o[s]}}}};function Vd(t,e,{stream:r,cols:o,count:n}){let s=[];for(let i=0;i<n;i++){let a=Float64Array.from({length:o},()=>(.5+r.uniform())*(r.uint32()&1?1:-1)),c=t.project?.(e,a);if(c===void 0)return;s.push({weights:a,...c})}return s}var Ar=class{#e=[];of(e,r,o){let{seed:n,exhaustiveWork:s,sampledWork:i,projections:a,heaviest:c}=o,u=JSON.stringify([e.id,n,s,i,a,c]),l=Xd(r),f=Ae(r);this.#e=this.#e.filter(p=>p.parts.every(Qd));let d=this.#e.find(p=>p.key===u&&p.digest===f&&Zd(p.parts,r));if(d)return d.reference;let m=new Lt(e,r,o);if(m.bytes>Aa)return m;m.keep(r),this.#e.unshift({key:u,parts:l,digest:f,reference:m});let h=0;return this.#e=this.#e.filter(p=>(h+=p.reference.bytes)<=Aa),m}};function Xd(t){return Ma(t).map(e=>Jd(e)?new WeakRef(e):e)}function Ma(t){return Object.entries(t).toSorted(([e],[r])=>e<r?-1:1).flat()}function Jd(t){return typeof t=="object"&&t!==null}function Qd(t){return!(t instanceof WeakRef)||t.deref()!==void 0}function Zd(t,e){let r=Ma(e);return r.length===t.length&&t.every((o,n)=>(o instanceof WeakRef?o.deref():o)===r[n])}var Mr=class{entry;#e=0;#t=-1;consider(e,r){let o=this.#r(e.got,e.wanted,e.allowed);o<=this.#t||(this.#t=o,this.#e=r,this.entry=e)}considerRow(e,{got:r,value:o,magnitude:n,terms:s,quantum:i}){let a=o.length,c=e*a;for(let u=0;u<a;u++){let l=Pt(s,n[u],i);Math.abs(r[c+u]-o[u])<=this.#t*l||this.consider({row:e,col:u,got:r[c+u],wanted:o[u],allowed:l},n[u])}}#r(e,r,o){let n=Math.abs(e-r);return n<1/0?n/o:1/0}report(e){let{entry:r}=this;if(r===void 0)return{ok:!0,relErr:0,tolerance:0,checkedRows:e};let o=Math.abs(r.got-r.wanted),n=Math.max(this.#e,Ie);return{ok:this.#t<=1,relErr:Number.isFinite(o)?o/n:1/0,tolerance:r.allowed/n,checkedRows:e,worst:r}}};function ln(t,e,r,o){let{oracle:n}=t,{rows:s,cols:i}=n.shape(e);if(r.length!==s*i)throw om(t.id,r.length,s,i);let a=o.references?.of(t,e,o)??new Lt(t,e,o),c=o.step===void 0?void 0:n.quantum?.(e,o.step),u=new Mr,l=0,f=0;for(let{row:d,value:m,magnitude:h,terms:p}of a.rows(e)){f+=p;for(let g=0;g<i&&l===0;g++)l=Math.abs(m[g]);u.considerRow(d,{got:r,value:m,magnitude:h,terms:p,quantum:c})}if(f>0&&i>0&&l===0&&!o.mayBeZero)throw nm(t.id);if(!a.complete){let d=tm(r);if(d>=0){let h=Math.floor(d/i),p=d%i,{value:g,magnitude:w,terms:y}=a.row(e,h),b=Pt(y,w[p]);u.consider({row:h,col:p,got:r[d],wanted:g[p],allowed:b},w[p])}let m=h=>n.terms(e,h);for(let h of a.projections)rm(h,r,{terms:m,worst:u})}return u.report(a.chosen.length)}var un=2139095040,em=8388608,Oa=4096;function tm(t){let e=new Int32Array(t.buffer,t.byteOffset,t.length);for(let r=0;r<e.length;r+=Oa){let o=Math.min(e.length,r+Oa),n=0;for(let s=r;s<o;s++)n|=(e[s]&un)+em;if(!(n>=0)){for(let s=r;s<o;s++)if((e[s]&un)===un)return s}}return-1}function rm({weights:t,value:e,magnitude:r},o,{terms:n,worst:s}){let i=e.length,a=t.length,c=t.reduce((u,l)=>u+Math.abs(l),0);for(let u=0;u<i;u++){let l=0;for(let d=0;d<a;d++)l+=o[u*a+d]*t[d];let f=Ie*c+Pt(n(u),r[u]);s.consider({row:u,got:l,wanted:e[u],allowed:f},r[u])}}function om(t,e,r,o){return new T({action:`check the output of "${t}"`,current:`${e} numbers`,wanted:`${r} x ${o}`,next:"read the whole output matrix of this problem"})}function nm(t){return new T({action:`check the output of "${t}"`,current:"a reference that is trivially zero, so that a kernel which computes nothing would pass",wanted:"inputs whose result is not zero everywhere",next:"fill the features with random numbers"})}function Ra(t,e){if(t.quantum?.(e,.125)===void 0)return!1;let{rows:r}=t.shape(e);for(let o=0;o<r;o++)if(t.terms(e,o)>=4096)return!0;return!1}function Or(t,e){return new Le({action:`time "${t}"`,...e})}function ot({result:t,operands:e}){return t??e.output}function fn(t,e,r){e.operation.restore?e.operation.restore(t,e.operands,r):Ss(t,ot(e))}async function Ut(t,e){e.length!==0&&await t.guard(`run kernel "${e[0].name}"`,async()=>{for(let r of e)r.run();await t.finish()})}function dn(t,{operation:e,operands:r},o){for(let n of e.inputs)So(t,n.matrix(r),n.numbers(o))}async function Rr(t,{name:e,operation:r,operands:o},n){for(let s of r.inputs??[]){let i=await ys(t,s.matrix(o),s.numbers(n));if(i===void 0)continue;let{row:a,col:c,got:u,wanted:l}=i;throw Or(e,{current:`${s.name}[${a}, ${c}] overwritten with ${u}`,wanted:`${l}, as it was given`,next:"make the kernel write to its output alone"})}}function mn({name:t,problem:e,hostDigest:r}){if(!(r===void 0||Ae(e)===r))throw Or(t,{current:"arrays of the problem on the host that have changed since the kernel was prepared",wanted:"the same bytes",next:"make the kernel copy what it reorders"})}async function _a(t,e,r){return fn(t,e,e.problem),await Ut(t,[e]),await Rr(t,e,e.problem),mn(e),ln(e.operation,e.problem,await gt(t,ot(e)),r)}var im=2e6;async function Na(t,e,r){let o=await hn(t,e,r);await Ut(t,e),await o()}async function hn(t,e,r){for(let c of e)c.shared||await Rr(t,c,c.problem);let n=e.some(({operation:{oracle:c},problem:u})=>Ra(c,u))?.125:void 0,{draw:s,stock:i}=cm(e,r,n),a=e.map(({operation:c,problem:u,operands:l})=>c.inputs.reduce((f,d)=>Sa(d,f,{operands:l,draw:s}),u));for(let[c,u]of e.entries())dn(t,u,a[c]),fn(t,u,a[c]);return async()=>{await am(t,e,{fresh:a,seed:r,step:n}),$e.giveBack(i)}}async function am(t,e,{fresh:r,seed:o,step:n}){let s=await Promise.all(e.map(u=>gt(t,ot(u)))),i=im/e.length,c={seed:o,...{exhaustiveWork:i,sampledWork:i,projections:0,heaviest:!1},...n!==void 0&&{step:n}};for(let[u,l]of e.entries()){await Rr(t,l,r[u]);let f=ln(l.operation,r[u],s[u],c);if(!f.ok)throw um(l.name,f)}for(let u of new Map(e.map(l=>[l.problem,l])).values())mn(u);for(let u of e)dn(t,u,u.problem)}var pn=194;function cm(t,e,r){let o=t.flatMap(({operation:i,problem:a})=>i.inputs.map(c=>c.numbers(a).length)),n=$e.take(Math.max(0,...o)+pn*o.length);va(n,new N(e,"fresh inputs"),r);let s=-pn;return{stock:n,draw:i=>(s+=pn,n.subarray(s,s+i))}}function um(t,{worst:e}){return Or(t,{current:`${e.got} in row ${e.row} after its last round`,wanted:`${e.wanted}, as the oracle has`,next:"make each call compute its whole result from its inputs"})}var lm=2e8;async function Ta(t,e,r,{seed:o}){await Ut(t,[e]);let n=await gt(t,ot(e)),{oracle:s}=e.operation,{rows:i,cols:a}=s.shape(r),c=lm/e.operation.work(r).multiplyAdds,u=c>=1?Q(i):kr(i,()=>0,{stream:new N(o,"rounding error"),heavy:!1,share:Math.min(1,c*i/13e3)}),l=new Float64Array(a),f=new Float64Array(a),d=0,m=0,h=0,p=0;for(let g of u){s.row(r,g,l,f);for(let w=0;w<a;w++){let y=Math.abs(n[g*a+w]-l[w]);d+=l[w]**2,m+=y**2,h=Math.max(h,Math.abs(l[w])),p=Math.max(p,y)}}return m===0?{rms:0,max:0}:{rms:Math.sqrt(m/d),max:p/h}}var gn={id:"",kind:"real",graph:{rows:0,cols:0,rowPtr:Uint32Array.of(0),colIdx:new Uint32Array},hash:"",counts:{vertices:0,storedEdges:0,undirectedEdges:0},note:""};var fm=1/12,dm=256*2**20;function mm({device:t,profile:e},r){let{cacheBytes:o=dm}=t,n=fm*t.limits.memoryBytes;return Math.max(1,Math.min(e.operandSets,Math.ceil(2*o/r),Math.floor(n/r)))}function Ia({device:t,profile:e},{matrix:r,width:o},n="f32"){let s=(u,l)=>{let f=yo(u,o,t.limits.bindingBytes,l);return Math.ceil(o/f)*u*we(f)*fe[l]},i=s(r.cols,n)+s(r.rows,"f32"),a=4*(r.rows+1)+r.colIdx.length*(r.values?8:4);return{copies:mm({device:t,profile:e},i+a),denseBytes:i,sparseBytes:a}}var wn=class{#e;#t=[];constructor(e){this.#e=e}borrow(e){let{matrix:r,features:o,width:n}=e,s=this.#e,i=this.#t.find(({problem:c})=>c.matrix===r&&c.features===o&&c.width===n);i===void 0&&(i={problem:e,operands:rt.stage(s,e),borrowers:0},this.#t.push(i));let a=i;return a.borrowers++,{operands:a.operands,giveBack:()=>{--a.borrowers>0||(this.#t.splice(this.#t.indexOf(a),1),rt.release(s,a.operands))}}}};function Pa(){let t=new Map;return e=>t.getOrInsertComputed(e,()=>new wn(e))}var _r=class{#e;#t;#r=0;#o=0;constructor(e,r){this.#e=e,this.#t=r}run(){for(let e of this.#t[this.#r])e.run();this.#r=(this.#r+1)%this.#t.length,this.#o++}recheck(e){return Na(this.#e,this.#t.flat(),e)}async renew(e){let r=await hn(this.#e,this.#t.flat(),e);return this.#o=0,async()=>{await this.#e.guard("run the sets that a sample has not reached",async()=>{for(;this.#o<this.#t.length;)this.run();await this.#e.finish()}),await r()}}};function La(){return new Ar}function Nr(t,e,r){let o=new N(r,"features"),n=new Float32Array(t*e);for(let s=0;s<n.length;s++)n[s]=2*o.uniform()-1;return n}var Ua={rounding_rms:{label:"error by rounded features, RMS over RMS of the result",unit:"1",better:"lower"},rounding_max:{label:"error by rounded features, largest over largest result",unit:"1",better:"lower"}};function Tr(t,e){let{device:r,seed:o}=t,n={matrix:e.matrix,features:e.features,width:e.width},{kernel:s}=e,i=ho(s,e.parameters),{features:a}=s,{copies:c,denseBytes:u,sparseBytes:l}=Ia(t,e,a),f=c===1&&a===void 0,d=rt.work(n,a),m;return{identity:{...e.identity,kernel:Ue(s),source:s.source,parameters:i,width:e.width},bytes:c*(f?l:l+u),...f?{shared:{by:e.features,bytes:u}}:{},work:d,isa:s.backend==="wasm"?"simd128":r.isa,...e.preprocessMs===void 0?{}:{preprocessMs:e.preprocessMs},facts:e.facts??{},factors:e.factors??{},prepare:async h=>{m??=Ae(n);let p=[],g=(await t.once(Pa,gn,{}))(r),w=await t.once(La,gn,{}),y=()=>p.splice(0).forEach(S=>S.destroy());try{for(let S=0;S<(h==="once"?1:c);S++)p.push(await Ea(r,n,{operation:rt,kernel:s,parameters:i,hostDigest:m,...f&&{lent:g.borrow(n)}}))}catch(S){throw y(),S}let[{prepareMs:b,facts:x}]=p,M=async()=>{let{rms:S,max:v}=await Ta(r,p[0],n,{seed:o});return{times:{},facts:{rounding_rms:S,rounding_max:v}}},A=new _r(r,p.map(S=>[S]));return{prepareMs:b,facts:x,run:()=>A.run(),check:()=>_a(r,p[0],{seed:o,references:w}),recheck:S=>A.recheck(S),renew:S=>A.renew(S),...a&&{breakdown:M},destroy:y}}}}var pm=2e4,Ga=16,bn=64,hm=4,$a=5,gm=2*4*bn+8*(Ga+1)+4,wm=1/16,Ca=2**18,bm=.005,ym=99,Ba=6e4,xm=.1,Da=3;function Wa(t,e){let{memoryBytes:r}=t.device.limits;return Fa(t,e,Math.min(pm,Math.floor(wm*r/gm)))}function Fa(t,e,r){let o=new N(t.seed,"calibration graph"),n=r*Ga,s=()=>Uint32Array.from({length:n},()=>o.below(r)),i=hr(tt({vertices:r,source:s(),target:s()}));return Tr(t,{matrix:i,features:Nr(r,bn,t.seed),width:bn,kernel:e})}async function Sm(t,e,r){let{device:o,profile:n,seed:s}=t,i=Fa(t,e,hm),{samples:a,failures:c}=await It(o,[{id:"call",bytes:i.bytes,prepare:()=>i.prepare()}],{seed:s,minRounds:$a,maxRounds:$a,preparations:1,narrow:0,budgetMs:Ba,...n.sampleMs!==void 0&&{sampleMs:n.sampleMs},signal:r});r.throwIfAborted();for(let u of c.values())throw u;return q(a.map(({ms:u})=>u))}async function Em(t,e){let r=await t(0),o=[];if(e&&r>xm)for(;o.length+1<Da;)o.push(await t(o.length+1));return[r,...o]}async function za(t,{kernel:e,roofline:r},o){let{device:n,profile:s,seed:i}=t,{memoryBytes:a}=n.limits;if(a<Ca)throw new B({action:"begin a session with an A/A run",current:`a device of ${K(a)}`,wanted:`${K(Ca)} or more`,next:"raise --device-memory"});let c=await r(),u=Wa(t,e),l=["a","b","c"],f=0,d=await Em(async m=>{m>0&&t.say(`A/A run ${m+1} of ${Da}: the first was noisy`);let{samples:h,rounds:p,failures:g}=await It(n,l.map(w=>({id:w,bytes:u.bytes,prepare:()=>u.prepare()})),{seed:i+m,minRounds:s.rounds,maxRounds:s.maxRounds,preparations:s.preparations,budgetMs:Math.max(s.comparisonMs,Ba),narrowingMs:s.comparisonMs,narrow:0,...s.sampleMs!==void 0&&{sampleMs:s.sampleMs},signal:o});o.throwIfAborted();for(let w of g.values())throw w;return f=p,vm(h,i)},s.rounds>=15&&n.adapterKind!=="software");return{smallestDifference:q(d),aaRounds:f,aaRuns:d.length,bandwidthGBs:c.bandwidthGBs,gflops:c.gflops,callMs:await Sm(t,e,o),sentinelDrift:1,timer:n.timer}}function vm(t,e){let r=[...Map.groupBy(t,({contestant:n})=>n).values()],o=bm;for(let n=0;n<r.length;n++)for(let s=0;s<n;s++){let i=r[n].map(({preparation:u,ms:l},f)=>({preparation:u,numerator:l,denominator:r[s][f].ms})),{ciLo:a,ciHi:c}=Ee(i,{seed:e});o=Math.max(o,c-1,1/a-1)}return Math.min(o,ym)}async function qa(t,{kernel:e}){let r=await Wa(t,e).prepare();return{contestant:{id:"sentinel",bytes:0,prepare:()=>Promise.resolve({run:()=>r.run(),recheck:o=>r.recheck(o),...r.renew&&{renew:o=>r.renew(o)},destroy:()=>{}})},close:()=>r.destroy()}}function Ha({clockMHz:t,memoryClockMHz:e,celsius:r,watts:o}){return[t!==void 0&&`${t} MHz`,e!==void 0&&`memory ${e} MHz`,r!==void 0&&`${r} C`,o!==void 0&&`${o} W`].filter(n=>n!==!1).join(", ")}var km={8:"hardware slowdown",32:"software thermal slowdown",64:"hardware thermal slowdown",128:"power brake"},Am=.85,Mm=80;function Om(t,e){if(e===void 0)return;let r=(t?.throttleReasons??0)|(e.throttleReasons??0),o=Object.entries(km).filter(([i])=>(r&Number(i))!==0).map(([,i])=>i),n=t?.clockMHz!==void 0&&e.clockMHz!==void 0&&e.clockMHz<Am*t.clockMHz&&(e.celsius??0)>=Mm;return o.length===0&&!n?void 0:`throttled: ${[...o,...n?[`clock fell from ${t.clockMHz} MHz`]:[]].join(", ")} (${Ha(e)})`}async function Ka(t,e){let r=async()=>{let n=await e(),s=await t(),i=await e(),a=Om(n,i);return{measured:s,...i!==void 0&&{after:i},...a!==void 0&&{throttled:a}}},o=await r();return o.throttled===void 0?o:await r()}function Ir({factors:t},{factors:e}={}){return Object.fromEntries(Object.entries({...t,...e}).map(([r,o])=>[r,String(o)]))}function $t(t,e,r){return`${t.id}:${e.id}:${r.id}`}var ja={ns:1e6,us:1e3,ms:1,s:.001};function Ct(t,e,r){let o=t[e]?.unit,n=o!==void 0&&Rm(o)?o:"ms";return{metric:e,unit:n,value:n==="ms"?r:r.map(s=>ja[n]*s)}}var Rm=t=>Object.hasOwn(ja,t);function Gt(t){return Object.entries(t).filter(([,{shown:e}])=>e!==!1).map(([e,{label:r,unit:o,better:n="neither"}])=>({id:e,label:r,unit:o,better:n}))}function nt(t,e){return Object.entries(t).flatMap(([r,o])=>{if(o===void 0)return[];let n=e[r]?.unit??"1";return[typeof o=="object"&&"value"in o?{metric:r,unit:n,...o}:{metric:r,unit:n,value:o}]})}var Ya=15,Va=16,yn={smoke:{id:"smoke",maxStoredEdges:2e4,comparisonMs:6e3,narrowingMs:0,rounds:2,maxRounds:2,preparations:1,contextRounds:2,narrow:.05,sampleMs:2,operandSets:2},standard:{id:"standard",maxStoredEdges:8e6,comparisonMs:3e4,narrowingMs:3e3,rounds:Ya,maxRounds:39,preparations:3,contextRounds:3,narrow:.01,operandSets:Va},paper:{id:"paper",maxStoredEdges:Number.POSITIVE_INFINITY,comparisonMs:6e5,narrowingMs:12e4,rounds:Ya,maxRounds:39,preparations:3,contextRounds:3,narrow:.01,operandSets:Va}};function Xa(t){let{contextRounds:e}=t;return{...t,rounds:e,maxRounds:e,preparations:1}}function Pr({id:t}){return t.split("/")[0]}function Ja({decidesFrom:t},e){return t==="paper"&&e.id==="standard"?Xa(e):e}var _m=new Map;function Qa(t,e){return _m.getOrInsertComputed(e,()=>new Intl.NumberFormat("en-US",{maximumFractionDigits:e})).format(t)}function z(t,e=4){if(t===void 0)return"";if(Number.isNaN(t))return"not a number";if(!Number.isFinite(t))return t>0?"\u221E":"\u2212\u221E";if(t===0)return"0";let r=Math.abs(t);if(r<1e-4||r>=1e7)return t.toExponential(Math.max(1,e-2)).replace("e+","e");if(Number.isInteger(t))return Qa(t,0);let o=Math.max(0,e-1-Math.floor(Math.log10(r)));return Qa(t,Math.min(o,20))}function Lr(t,e){return t===void 0||e===void 0?"":`${z(t)} to ${z(e)}`}var xn=1.25;function Za({n:t,median:e,ciLo:r,ciHi:o},n,{ms:s,unrest:i}={}){if(t<2)return;let a=r>1+n||o<1/(1+n),c=!(o<=xn&&r>=1/xn);if(!a&&!c)return;let u=`${z(e)} (${Lr(r,o)})`,l=a?`${z(1+n)} of this session`:`${xn}`;return`unstable: of two samples of one round, the first takes ${u} times as long as the second, beyond ${l}; ${s===void 0?"":`their median is ${z(s)} ms; `}${i===void 0?"":`${i}; `}run again on a quieter machine`}function ec({n:t,median:e,mad:r,ciLo:o,ciHi:n}){return{metric:"self_ratio",unit:"x",n:t,median:e,mad:r,ci_lo:o,ci_hi:n}}var Sn=.02;function Ur(t){return t/Sn}function tc(t,e){let r=0,o=0;for(let n of e)r+=n.ms,o+=n.waits;return o===0?0:Math.min(1,o*t/r)}var rc="of the sample is waiting for the GPU",oc="waits for the GPU in the sample are not counted",c3=new RegExp(`[0-9.]+ % ${rc}|${oc}`);function En(t){return t===void 0?oc:`${Number((100*t).toPrecision(2))} % ${rc}`}function $r({backend:t,waitMs:e},{ms:r,waits:o,timer:n}){if(t!=="webgpu"||n!=="wall")return"";if(o===void 0)return En(void 0);let s=r.map((a,c)=>({ms:a,waits:typeof o=="number"?o:o[c]})),i=tc(e,s);return i>Sn?En(i):""}function nc({bandwidthGBs:t,gflops:e},{multiplyAdds:r,bytes:o}){return Math.max(2*r/e/1e6,o/t/1e6)}var Nm=[/^Array buffer allocation failed/i,/^Invalid (typed array|array buffer|array|string) length(?!: -)/i,/^(Map|Set) maximum size exceeded/i,/^Cannot create a string longer than/i,/could not allocate memory|out of memory/i];function sc(t,e){if(!(t instanceof RangeError)&&!(t instanceof Error&&"code"in t))return;let{message:r}=t;if(Nm.some(o=>o.test(r)))return new B({action:e,current:r.split(`
`)[0],wanted:"memory for it",next:"free memory, or ask for a smaller dataset, width or profile"},{cause:t})}var Bt={environment:"torch",modules:["torch","numpy"],backends:["python-cpu","python-cuda"]},ic={...Bt,modules:["torch_geometric","torch","numpy"]},Cr={environment:"dgl",modules:["dgl","torch","numpy"],backends:["python-cpu"]},x3=[{id:"scipy",label:"SciPy",environment:"scipy",modules:["scipy","numpy"],backends:["python-cpu"],call:"csr_array @ dense (one thread, whatever it is given)"},{id:"torch",label:"PyTorch",...Bt,call:"torch.sparse.mm(csr, dense), int32 indices"},{id:"pyg",label:"PyTorch Geometric",...ic,call:"torch_geometric.utils.spmm(csr, dense), int32 indices"},{id:"dgl",label:"DGL, as GraphConv",...Cr,call:"dgl.ops.copy_u_sum between two scalings by node, all three timed, as dgl.nn.GraphConv does; u_mul_e_sum where weights do not separate"},{id:"dgl-weighted",label:"DGL, edge weights",...Cr,call:"dgl.ops.u_mul_e_sum(graph, dense, weights)"},{id:"cupy",label:"CuPy",environment:"cupy",modules:["cupy","numpy"],backends:["python-cuda"],call:"cupyx csr_matrix @ dense"}];var S3=[{id:"numpy",label:"NumPy with OpenBLAS",environment:"scipy",modules:["numpy"],backends:["python-cpu"],call:"features @ weights"},{id:"torch",label:"PyTorch",...Bt,call:"torch.mm(features, weights): MKL on the CPU, cuBLAS on a GPU"}],E3=[{id:"torch",label:"PyTorch, transpose kept",...Bt,call:"torch.sparse.mm(csr, dense), int32 indices, in an autograd function that has the transposed matrix ready; (A H) W or A (H W), whichever aggregates fewer columns in a step"},{id:"torch-autograd",label:"PyTorch",...Bt,call:"torch.sparse.mm(csr, H W) + b, int32 indices, and autograd"},{id:"pyg",label:"PyTorch Geometric",...ic,call:"torch_geometric.nn.GCNConv(normalize=False) on a normalised csr tensor, int32 indices"},{id:"dgl",label:"DGL",...Cr,call:'dgl.nn.GraphConv(norm="both"); norm="none" and edge weights where weights are not those of the degrees'}],v3=[{id:"pyg-batches",system:"pyg",label:"PyTorch Geometric",environment:"pyg-sampler",modules:["torch_geometric","torch_sparse","torch","numpy"],backends:["python-cpu"],call:"torch_geometric.loader.NeighborLoader with the sampler of torch-sparse and as many worker processes, up to two, as are fastest; GCNConv, SAGEConv, GINConv or GATConv on the sampled subgraph"},{id:"dgl",label:"DGL",...Cr,call:"dgl.dataloading.DataLoader with a prefetching NeighborSampler (fused=False: fused, DGL 2.1 numbers wrongly on several threads) and as many worker processes, up to two, as are fastest; GraphConv, SAGEConv, GINConv or GATConv on its blocks"}];function ac({backend:t,adapterKind:e}){return t==="webgpu"&&e==="hardware"?"python-cuda":"python-cpu"}function Gr({worst:t}){let{row:e,col:r,got:o,wanted:n}=t;return`${r===void 0?`a projection of row ${e}`:`row ${e}, column ${r}`}: ${o}, the oracle has ${n}`}function Dt(t){let e=sc(t,"run a cell")??t,r=e instanceof Yt?e.message:e instanceof T?`${e.parts.current}; ${e.parts.next}`:e instanceof Error?e.message:String(e);return e instanceof Le?{status:"wrong",reason:r}:e instanceof B?{status:"oom",reason:r}:e instanceof X?{status:"skipped",reason:r}:{status:"failed",reason:e instanceof T?r:`defect: ${r}`}}var cc={id:me,label:"sentinel kernel"},Br=class{#e;#t;#r;#o;#s=new Map;#n;constructor(e,r,{lab:o,context:n}){this.#e=e,this.#t=r,this.#r=o,this.#o=n}loaded(e){this.#n=e}opened(e,r){this.#s.set(e.id,r)}timed({contender:e,trial:r,check:o,prepareMs:n},s,{remark:i,waiting:a}){let{seed:c,device:u}=this.#r,l=this.#i(e.id,s),f=l.map(({value:E})=>E),d=Ot(f,l.map(({preparation:E})=>E),{seed:c}),m=q(f),h=r.ranOn===void 0?Pm(r,this.#o.calibration):void 0,p=(...E)=>[i,...E.map(O=>a.get(O))].filter(Boolean).join("; "),g={n:f.length,timer:r.ranOn?.timer??r.clock??u.timer,reason:p(e.id)},w=[this.row(e,{...g,metric:"time",unit:"ms",median:m,mad:Te(f),ci_lo:d.lo,ci_hi:d.hi,roofline_share:h&&h.compulsory/m,check:o})],{multiplyAdds:y,compulsoryBytes:b}=r.work,[x,M,A]=y>0?["gflops","GFLOP/s",2*y/1e6]:["bandwidth","GB/s",b/1e6];if(w.push(this.row(e,{...g,metric:x,unit:M,median:A/m,ci_lo:A/d.hi,ci_hi:A/Math.max(0,d.lo)})),h){let E={unit:"ms",n:1,source:"modelled"};w.push(this.row(e,{metric:"roofline_bound_compulsory",median:h.compulsory,...E}),this.row(e,{metric:"roofline_bound_no_reuse",median:h.noReuse,...E}))}if(w.push(this.row(e,{metric:"prepare",unit:"ms",median:n,n:1,timer:"wall",check:o})),r.preprocessMs!==void 0&&w.push(this.row(e,{metric:"preprocess",unit:"ms",median:r.preprocessMs,n:1,timer:"wall",check:o})),y===0)return w;let{baseline:S,measurement:v}=this.#e,k=v.kind==="timed"?Object.entries(v.ratios??{}):[];for(let[E,O=S]of[["speedup",S],...k]){let I=Yo(this.#i(O,s),l,c),{n:_}=I;if(e.id===O||_===0&&E!=="speedup")continue;let G=p(e.id,O),D={...g,metric:E,unit:"x",vs:O,n:_};if(w.push(this.row(e,_===0?{...D,status:"skipped",reason:`the baseline ${O} was not timed`}:{...D,reason:G,median:I.median,mad:I.mad,ci_lo:I.ciLo,ci_hi:I.ciHi})),E!=="speedup"||r.preprocessMs===void 0||_===0)continue;let L=m*(I.median-1);w.push(this.row(e,{metric:"pays_off_after",unit:"products",vs:O,n:1,...L>0?{median:r.preprocessMs/L}:{reason:"never: not faster than the baseline"}}))}return w}#i(e,r){let o=this.#e.contenders.find(n=>n.id===e);return r.filter(({cell:n})=>n===$t(this.#e,this.#t,o))}sentinel(e){let r=e.map(c=>({...this.sample(cc,c),metric:me})),o=e.map(({ms:c})=>c),n=e.map(({preparation:c})=>c),{lo:s,hi:i}=Ot(o,n,{seed:this.#r.seed});return{row:this.row(cc,{metric:me,unit:"ms",timer:this.#r.device.timer,n:o.length,median:q(o),mad:Te(o),ci_lo:s,ci_hi:i,dataset:"",dataset_kind:"",dataset_hash:"",model:"",factors:""}),samples:r}}sample(e,{preparation:r,round:o,calls:n,ms:s}){return{cell:$t(this.#e,this.#t,e),metric:"time",unit:"ms",preparation:r,round:o,calls:n,value:s}}fact(e,{metric:r,unit:o,value:n,source:s,ranks:i,preparations:a}){let c={...s&&{source:s},...i!==void 0&&{ranks:i}};if(typeof n=="number")return this.row(e,{metric:r,unit:o,median:n,n:1,...c});let{lo:u,hi:l}=Ot(n,a,{seed:this.#r.seed});return this.row(e,{metric:r,unit:o,...c,n:n.length,median:q(n),...n.length>1&&{mad:Te(n),ci_lo:u,ci_hi:l}})}times(e,r,o){let{ms:n,check:s,timer:i,ranks:a=1}=o;if(!s.ok)return this.row(e,{metric:r,status:"wrong",reason:Gr(s),check:s});let c=Ct(this.#e.metrics,r,n),{preparations:u}=o,{median:l,mad:f,ci_lo:d,ci_hi:m}=this.fact(e,{...c,...u&&{preparations:u}});return this.row(e,{metric:r,unit:c.unit,n:n.length,median:l,mad:f,ci_lo:d,ci_hi:m,timer:i,ranks:a,check:s,reason:this.#c(e,o)})}#c({id:e,runtime:r},o){return r!==void 0||this.#s.get(e)?.ranOn!==void 0?"":$r(this.#r.device,o)}repetitions(e,{metric:r,unit:o,value:n,preparations:s}){if(typeof n=="number")return[];let i=$t(this.#e,this.#t,e);return n.map((a,c)=>({cell:i,metric:r,unit:o,preparation:s?.[c]??0,round:c,calls:1,value:a}))}row(e,r){let{check:o,...n}=r,{device:s,profile:i,seed:a}=this.#r,c=this.#s.get(e.id),u=c?.ranOn?.device??s,l={...Ir(this.#t,e),...c?.factors};return{profile:i.id,suite:this.#e.id,paper:Pr(this.#e),artifact:this.#e.artifact,cell:$t(this.#e,this.#t,e),contender:e.id,vs:"",dataset:this.#n?.id??this.#t.dataset??"",dataset_kind:this.#t.dataset===void 0?"":this.#n?.kind??"",dataset_hash:this.#n?.hash??"",model:this.#t.model??"",backend:e.runtime===void 0?u.backend:Tm(e.runtime,s),adapter_kind:c?.ranOn?.adapterKind??s.adapterKind,threads:c?.ranOn?.threads??s.threads,factors:Object.entries(l).sort(([f],[d])=>f<d?-1:1).map(([f,d])=>`${f}=${d}`).join(";"),unit:"",n:0,median:void 0,mad:void 0,ci_lo:void 0,ci_hi:void 0,source:"measured",timer:"",roofline_share:void 0,rel_err:o?.relErr,tolerance:o?.tolerance,checked_rows:o?.checkedRows,seed:a,commit:this.#o.commit,status:"ok",reason:"",isa:e.runtime===void 0?c?.isa??Im(u):"",webgpu:e.runtime===void 0?s.webgpu:"",ranks:1,...n}}};function Tm(t,e){return t==="library"?"library-cpu":ac(e)}function Im({backend:t,isa:e}){return t==="x86"?`${e}+simd128`:e}function Pm({work:t},e){if(e===null||t.multiplyAdds===0)return;let{multiplyAdds:r,compulsoryBytes:o,bytesWithoutReuse:n}=t,s=i=>nc(e,{multiplyAdds:r,bytes:i});return{compulsory:s(o),noReuse:s(n)}}async function uc(t,e,{metrics:r,allowSoftware:o}){let n=await e.prepare("once");try{let s=nt(e.facts,r),i=new Set(s.map(({metric:h})=>h)),a=Object.entries(n.facts??{}).filter(([h])=>!i.has(h)).map(([h,p])=>({metric:h,unit:"1",value:p})),c=await n.check(),u=c.ok&&(t.adapterKind!=="software"||o);u&&n.breakdown&&await new ke(t).reach(n);let l=u&&await n.breakdown?.()||{times:{}},{times:f,facts:d={},timer:m=t.timer}=l;return{check:c,prepareMs:n.prepareMs,facts:[...s,...a,...nt(d,r)],parts:f,partTimer:m}}finally{n.destroy()}}var Lm=4,Dr=class{#e;#t;#r;#o;#s;#n;#i=[];#c;constructor(e,r,o,{lab:n,context:s}){this.#e=e,this.#t=r,this.#r=o,this.#o={...n,profile:Ja(e,n.profile)},this.#s=s,this.#n=new Br(e,r,{lab:this.#o,context:s})}async open(e){this.#c=e,this.#n.loaded(e);let{measurement:r}=this.#e;if(r.kind==="timed"){let o=Tt(this.#s.signal);for(let n of this.#r){await o(),this.#o.phase(`${n.id}, set-up`);try{let s=await r.trial(this.#o,e,this.#t,n);this.#i.push({contender:n,trial:s}),this.#n.opened(n,s)}catch(s){if(s instanceof ue)throw s;this.#i.push({contender:n,error:s})}}}return await this.#u(e)}async#u(e){let{device:r,profile:o,seed:n}=this.#o,s={suite:this.#e.id,settings:this.#e.settings,workload:this.#l(),dataset:e.hash},i=this.#i.map(u=>({id:u.contender.id,identity:"trial"in u?u.trial.identity:"none"})),a=await mr({schema:Je,...s,contenders:this.#e.measurement.kind==="timed"?i:this.#r.map(({id:u})=>u),device:{backend:r.backend,name:r.name,threads:r.threads,tuning:r.tuning?.digest},profile:o.id,seed:n}),c=i.filter(({identity:u})=>u!=="none").map(async({id:u,identity:l})=>[u,await mr(l)]);return{key:a,subject:{question:await mr(s),kernels:Object.fromEntries(await Promise.all(c))}}}#l(){let{id:e,dataset:r,ids:o,model:n}=this.#t;return{id:e,...r!==void 0&&{dataset:r},...o!==void 0&&{ids:o},...n!==void 0&&{model:n},factors:Ir(this.#t)}}refuse(e){let r=this.#e.measurement.kind==="timed"?["time"]:Gt(this.#e.metrics).map(({id:n})=>n);return{rows:this.#r.flatMap(n=>r.map(s=>this.#n.row(n,{metric:s,...Dt(e)}))),samples:[]}}async run(e,r){let{measurement:o}=this.#e;return o.kind==="timed"?await this.#m(o,e,r):o.kind==="joint"?await this.#f(o):await this.#d(o)}#a(e,r){if(r instanceof ue)throw r;return Gt(this.#e.metrics).map(({id:o})=>this.#n.row(e,{metric:o,...Dt(r)}))}async#d(e){let r=[],o=[],n=Tt(this.#s.signal);for(let s of this.#r){this.#o.phase(`${s.id}, counting`);try{let i=await e.count(this.#o,this.#c,this.#t,s),a=nt(i,this.#e.metrics);r.push(...a.map(c=>this.#n.fact(s,c))),o.push(...a.flatMap(c=>this.#n.repetitions(s,c)))}catch(i){r.push(...this.#a(s,i))}await n()}return{rows:r,samples:o}}async#f(e){let r=[],o=[],n=this.#o,s=this.#r;n.phase("all contenders together");let i;try{i=await e.measure(n,this.#c,this.#t,s)}catch(a){if(a instanceof T)throw a;return{rows:s.flatMap(c=>this.#a(c,a)),samples:o}}this.#s.signal.throwIfAborted();for(let a of s)try{let c=i(a.id);this.#n.opened(a,c);let u=Object.entries(c.times).flatMap(([m,h])=>h===void 0?[]:[{metric:m,checked:h}]),{preparations:l}=u.find(({checked:m})=>m.preparations)?.checked??{},f=nt(c.facts,this.#e.metrics).map(m=>lc(m,l));r.push(...u.map(({metric:m,checked:h})=>this.#n.times(a,m,h))),r.push(...f.map(m=>this.#n.fact(a,m)));let d=u.filter(({checked:m})=>m.check.ok).map(({metric:m,checked:{ms:h,preparations:p}})=>lc(Ct(this.#e.metrics,m,h),p));o.push(...[...d,...f].flatMap(m=>this.#n.repetitions(a,m)))}catch(c){r.push(...this.#a(a,c))}return{rows:r,samples:o}}async#m({decides:e,patience:r=e?1:Lm},o,n){let{device:s,profile:i,seed:a}=this.#o,c=[],u=[],l=[],f=Tt(this.#s.signal);for(let k of this.#i){let{contender:E}=k;this.#o.phase(`${E.id}, check`);try{if("error"in k)throw k.error;let{check:O,prepareMs:I,facts:_,parts:G,partTimer:D}=await uc(this.#o.device,k.trial,{metrics:this.#e.metrics,allowSoftware:this.#s.allowSoftware});c.push(..._.map(L=>this.#n.fact(E,L)));for(let[L,U]of Object.entries(G)){if(U===void 0)continue;let C=k.trial.ranOn?.timer??D;c.push(this.#n.times(E,L,{ms:U,check:O,timer:C})),u.push(...this.#n.repetitions(E,Ct(this.#e.metrics,L,U)))}if(u.push(..._.flatMap(L=>this.#n.repetitions(E,L))),O.ok)s.adapterKind==="software"&&!this.#s.allowSoftware?c.push(this.#n.row(E,{metric:"time",status:"skipped",reason:"software adapter; --allow-software times it",check:O})):l.push({contender:E,trial:k.trial,check:O,prepareMs:I});else{let L=Gr(O);c.push(this.#n.row(E,{metric:"time",status:"wrong",reason:L,check:O}))}}catch(O){if(O instanceof ue)throw O;c.push(this.#n.row(E,{metric:"time",...Dt(O)}))}await f()}if(l.length===0)return{rows:c,samples:u};let d=l.map(({contender:k,trial:E})=>({id:k.id,bytes:E.bytes,...E.shared&&{shared:E.shared},...k.runtime!==void 0&&{selfCompared:!0},...E.clock&&{clock:E.clock},prepare:()=>E.prepare()})),m=e?i.rounds:i.contextRounds,h=o?[...d,{...o,id:me}]:d,p={seed:a,minRounds:m,maxRounds:e?i.maxRounds:m,preparations:e?i.preparations:1,budgetMs:r*i.comparisonMs,narrowingMs:i.narrowingMs,narrow:i.narrow,...i.sampleMs!==void 0&&{sampleMs:i.sampleMs},signal:this.#s.signal,onRound:n,onPhase:(k,E)=>this.#o.phase(`${k}, ${E}`)},{measured:g,throttled:w}=await Ka(()=>It(s,h,p),this.#s.gpuState);this.#s.signal.throwIfAborted();let y=Map.groupBy(g.samples,k=>k.contestant),b=l.flatMap(({contender:k})=>(y.get(k.id)??[]).map(E=>this.#n.sample(k,E))),x=[...g.underpowered?[`underpowered: ${g.rounds} of ${m} rounds in the budget`]:[],...w===void 0?[]:[w]].join("; "),M=new Map(l.map(({contender:{id:k},trial:{clock:E=s.timer}})=>{let O=y.get(k)??[],I={ms:O.map(({ms:_})=>_),waits:O.map(({waits:_})=>_),timer:E};return[k,$r(s,I)]}));for(let k of l){let{contender:E,check:O}=k;if(g.failures.has(E.id)){let V=Dt(g.failures.get(E.id));c.push(this.#n.row(E,{metric:"time",...V,check:O}));continue}let I=g.selfPairs.get(E.id),_=I&&Ee(I,{seed:a});_&&c.push(this.#n.row(E,ec(_)));let G=this.#s.calibration?.smallestDifference??0,D=(y.get(E.id)??[]).map(({ms:V})=>V),L=_&&Za(_,G,{ms:q(D),unrest:k.trial.unrest?.()});c.push(...L===void 0?this.#n.timed(k,b,{remark:x,waiting:M}):[this.#n.row(E,{metric:"time",status:"skipped",reason:L,check:O})]);let U=g.cold.get(E.id),C=k.trial.ranOn?.timer??"wall",Y=U.map(V=>V.ms),H=U.map(V=>V.waits);c.push(this.#n.times(E,"cold",{ms:Y,waits:H,check:O,timer:C}))}let A=g.checkMs/1e3,S=y.get(me);if(S===void 0)return{rows:c,samples:[...b,...u],checkSeconds:A};let v=this.#n.sentinel(S);return{rows:[...c,v.row],samples:[...b,...u,...v.samples],checkSeconds:A}}};function lc(t,e){return typeof t.value!="number"&&t.value.length===e?.length?{preparations:e,...t}:t}var Wr=class{#e=new WeakMap;get(e,r,o,n,s,i){let a=this.#e.get(o)??new Map;this.#e.set(o,a);let c=a.get(r)??new Map;a.set(r,c);let u=et({settings:n,...s&&{rounds:s.rounds}}),l=s===void 0?e:{...e,profile:s},f=c.get(u)??(async()=>await(i?.(l)??r(l,o,n)))();return c.set(u,f),i!==void 0&&f.catch(d=>{d instanceof ue&&c.delete(u)}),f}};function Um(t){return t==="community"?0:Number(t.slice(6))}function $m(t,e){let r=t.length,o=Q(r).sort((a,c)=>t[c]-t[a]),n=new Float64Array(r);for(let a=0;a<r;a++)n[o[a]]=2*a/r+e.uniform();let s=o.sort((a,c)=>n[a]-n[c]),i=new Uint32Array(r);for(let a=0;a<r;a++)i[s[a]]=a;return i}function Fr(t,e,r,o=Q(t.length)){if(e==="drift")return $m(t,r);let n=Qe(t.length,r);if(e==="shuffled")return n;let s=Math.round(t.length*Um(e)/100),i=Q(t.length),a=n.slice(0,s).sort();for(let c=0;c<s;c++)i[a[c]]=n[c];return o.map(c=>i[c])}function Wt(t,{exponent:e,spread:r}){return(1+t*(r**(1-e)-1))**(1/(1-e))}function zr(t,e,r){let o=new Float64Array(e+1);for(let n=0;n<e;n++)o[n+1]=o[n]+Wt((n+.5)/e,r);return Uint32Array.from(o,n=>Math.round(t*n/o[e]))}var Cm=8,Gm=2;function Bm({vertices:t,fieldSizes:e},r,o){let n=zr(t,r,e),s=new Uint32Array(t);for(let i=0;i<r;i++)s.fill(i,n[i],n[i+1]);return{fieldOf:new N(o,"citation fields").shuffle(s),starts:n}}function Dm({vertices:t,citations:e,references:r},o){let n=new N(o,"citation lists"),s=new Float64Array(t+1);for(let a=0;a<t;a++)s[a+1]=s[a]+Wt(n.uniform(),r);let i=e/s[t];for(let a=1;a<=t;a++)s[a]=Math.round(s[a]*i);return s}function fc(t,e){let{vertices:r,citations:o,directed:n,mixing:s,searched:i}=t,a=Math.max(1,Math.min(t.fields,Math.floor(r/2))),{fieldOf:c,starts:u}=Bm(t,a,e),l=Dm(t,e),f=new N(e,"citations"),d=new Uint32Array(o),m=new Uint32Array(r+1),h=new Uint32Array(r),p=new Uint32Array(a),g=0;for(let S=0;S<r;S++){let v=c[S],k=u[v],E=p[v]++;h[k+E]=S;let O=l[S+1]-l[S],I=Math.min(S,l[S+1]-g,Gm*O),_=g;for(let G=0;G<I;G++){let D=g>_&&f.uniform()<i,L=E===0||f.uniform()<s;for(let U=Cm;U>0;U--){let C=-1;if(D){let H=d[_+Math.floor(f.uniform()*(g-_))],V=m[H],Pe=m[H+1]-V;Pe>0&&(C=d[V+Math.floor(f.uniform()*Pe)])}C<0&&(C=L?f.below(S):h[k+E-Math.max(1,Math.floor((E+1)**f.uniform()))]);let Y=!1;for(let H=_;H<g&&!Y;H++)Y=d[H]===C;if(!Y){d[g++]=C;break}}}m[S+1]=g}let w=new Uint32Array(r);for(let S=0;S<r;S++)w[S]=m[S+1]-m[S];for(let S=0;S<g;S++)w[d[S]]++;let y=new Uint32Array(r);h.forEach((S,v)=>y[S]=v);let b=Fr(w,t.ids,new N(e,"stand-in ids"),y),x=new Uint32Array(g);for(let S=0;S<r;S++)x.fill(b[S],m[S],m[S+1]);for(let S=0;S<g;S++)d[S]=b[d[S]];let M=new Uint32Array(r),A=new Uint32Array(r);for(let S=0;S<r;S++)M[b[S]]=c[S],A[b[S]]=y[S];return{graph:tt({vertices:r,source:x,target:d,count:g,symmetrise:!n}),community:M,places:A,droppedEdges:(o-g)*(n?1:2)}}var qr=class{#e=new Float64Array(0);#t=0;reset(e){let r=16;for(;r<2*e;)r*=2;r>this.#e.length&&(this.#e=new Float64Array(r)),this.#e.fill(-1,0,r),this.#t=r-1}add(e,r){let o=this.#e,n=this.#t,s=e*67108864+r,i=Math.imul(e,2654435761)^Math.imul(r,2246822507);i=Math.imul(i^i>>>15,739982445);for(let a=(i^i>>>13)&n;;a=a+1&n){let c=o[a];if(c===-1)return o[a]=s,!0;if(c===s)return!1}}};var st=class{#e;#t;#r;constructor(e,r,o){let n=o-r,s=0;for(let d=r;d<o;d++)s+=e[d];let i=new Float64Array(n),a=new Uint32Array(n),c=0,u=n;for(let d=0;d<n;d++)i[d]=e[r+d]*n/s,a[i[d]<1?c++:--u]=d;let l=new Float32Array(n).fill(1),f=Q(n);for(let d=0;d<c&&u<n;d++){let m=a[d],h=a[u];l[m]=i[m],f[m]=h,i[h]-=1-i[m],i[h]<1&&(u++,a[c++]=h)}this.#e=n,this.#t=l,this.#r=f}pick(e){let r=e*23283064365386963e-26*this.#e,o=Math.floor(r);return r-o<this.#t[o]?o:this.#r[o]}};var Wm=16,Hr=class{#e;#t;#r;#o=new qr;#s=0;constructor(e,r){this.#e=new Uint32Array(e),this.#t=new Uint32Array(e),this.#r=r}get source(){return this.#e}get target(){return this.#t}get count(){return this.#s}get free(){return this.#e.length-this.#s}within(e,r,o,n){let s=o-r,i=new st(e,r,o);return this.#n(Math.min(n,s*(s-1)/2),[i,r],[i,r])}between(e,[r,o,n],s){let i=Math.min(s,(o-r)*(n-o));if(i<1)return 0;let a=new st(e,r,o),c=new st(e,o,n);return this.#n(i,[a,r],[c,o])}#n(e,[r,o],[n,s]){let i=this.#r,a=this.#o,c=this.#e,u=this.#t,l=Math.min(e,this.free);if(l<1)return 0;a.reset(l);let f=this.#s,d=f+l;for(let h=Wm*l;f<d&&h>0;h--){let p=o+r.pick(i.uint32()),g=s+n.pick(i.uint32());p===g||!a.add(p<g?p:g,p<g?g:p)||(c[f]=p,u[f++]=g)}let m=f-this.#s;return this.#s=f,m}};var Fm=8,zm=.9,dc=1e-9,Kr=class{edges;#e;#t;#r;#o;constructor(e,{edges:r,mixing:o,seed:n}){this.edges=new Hr(r,new N(n,"stand-in edges")),this.#e=new N(n,"rounding of edge counts"),this.#t=e.map(s=>(1-o)*s),this.#r=e.map(s=>o*s),this.#o=new Float64Array(e.length)}#s(e,r,o,n,s){let i=0;for(let a=r;a<o;a++){let c=Math.max(dc,Math.min(e[a]*n,zm*s));this.#o[a]=c,e[a]-=c,i+=c}return i}#n(e){return Math.max(0,Math.floor(e+this.#e.uniform()))}#i(e,r,o,n){let[s,i,a]=r,c=this.#s(e,s,i,o,a-i),u=this.#s(e,i,a,o,i-s),f=a-s===this.#o.length?this.edges.free:(c+u)/2+n;return f-this.edges.between(this.#o,r,this.#n(f))}community(e,r,o){let n=r-e,s=0;for(;n>Fm*2**s;)s++;let i=n/2**s,a=Array.from({length:s+1},(f,d)=>d===0?Math.max(0,i-1):i*2**(d-1-o*d)),c=a.map((f,d)=>f/Math.max(dc,a.slice(d).reduce((m,h)=>m+h,0))),u=(f,d,m)=>{if(m===0){let g=this.#s(this.#t,f,d,c[0],d-f-1)/2;return g-this.edges.within(this.#o,f,d,this.#n(g))}let h=f+d>>>1,p=u(f,h,m-1)+u(h,d,m-1);return this.#i(this.#t,[f,h,d],c[m],p)},l=u(e,r,s);for(let f=e;f<r;f++)this.#r[f]+=this.#t[f];return l}between(e,r){let o=i=>Math.ceil(Math.log2(i)),n=o(r.length),s=(i,a)=>{if(a-i===1)return r[i];let c=i+a>>>1,u=s(i,c),l=s(c,a),f=[e[i],e[c],e[a]];return this.#i(this.#r,f,1/(n-o(a-i)+1),u+l)};s(0,r.length)}};var vn="https://igb-public-awsopen.s3.amazonaws.com/igb_large/processed/",mc={id:"mag",title:"Microsoft Academic Graph as processed for PPRGo (MAG-Scholar-C)",publisher:"A. Bojchevski et al.",licence:"none recorded",citation:"Bojchevski et al.: Scaling Graph Neural Networks with Approximate PageRank, KDD 2020",printed:[{paper:"fastgl",artifact:"Table 6",name:"MAG",vertices:101e5,edges:3e8,convention:"rounded; both directions by its size",features:100,classes:8}],sources:[{title:"mag_coarse.npz",format:"scipy-npz",files:[{name:"mag_coarse.npz",need:"graph"}],rule:{listed:"undirected, both directions",symmetrise:!0,selfLoops:"drop"},obtain:"No direct URL is recorded; the authors publish mag_coarse.npz (about 10.5 million vertices, 8 coarse classes) on figshare."}],counts:{vertices:101e5,storedEdges:3e8,undirectedEdges:15e7},countsFrom:"published",featureWidth:100,classes:8,standIn:!0,note:"The paper cites PPRGo's MAG; 8 classes and about ten million vertices fit its coarse version, not ogbn-mag (736,389 papers) nor MAG240M."},pc={id:"igb-large",title:"Illinois Graph Benchmark, large, homogeneous (IGB-large)",publisher:"A. Khatua et al. (IllinoisGraphBenchmark/IGB-Datasets)",licence:"ODC-By 1.0",citation:"Khatua et al.: IGB: Addressing the Gaps in Labeling, Features, Heterogeneity, and Size, KDD 2023",printed:[{paper:"fastgl",artifact:"Table 6",name:"IGB-large",vertices:1e8,edges:12e8,convention:"rounded, directed",features:1024,classes:19}],sources:[{title:"IGB's npy arrays",format:"igb",files:[{name:"edge_index.npy",folder:"igb-large",need:"graph",url:`${vn}paper__cites__paper/edge_index.npy`},{name:"node_label_19.npy",folder:"igb-large",need:"labels",url:`${vn}paper/node_label_19.npy`},{name:"node_feat.npy",folder:"igb-large",need:"features",url:`${vn}paper/node_feat.npy`}],rule:{listed:"directed",symmetrise:!1,selfLoops:"drop"}}],counts:{vertices:1e8,storedEdges:12e8,undirectedEdges:12e8},countsFrom:"published",featureWidth:1024,classes:19,standIn:!0};var hc={id:"rmat",title:"R-MAT with the probabilities of Graph500",publisher:"drawn by this harness",licence:"MIT",citation:"Chakrabarti, Zhan, Faloutsos: R-MAT: A recursive model for graph mining, SDM 2004",printed:[],sources:[],counts:{vertices:625e5,storedEdges:2e9,undirectedEdges:1e9},countsFrom:"published",featureWidth:128,classes:172,standIn:!1,note:"Sixteen edges a vertex, as in Graph500; width and classes are those of Papers100M."};var yc="Hamilton, Ying, Leskovec: Inductive Representation Learning on Large Graphs, NIPS 2017",gc={listed:"undirected, both directions",symmetrise:!1,selfLoops:"drop"},wc={listed:"undirected, once",symmetrise:!0,selfLoops:"keep"},bc="both directions (114,615,892) and one self-loop a vertex",xc={id:"reddit",title:"Reddit posts of September 2014",publisher:"W. Hamilton, R. Ying, J. Leskovec; packed by DGL",licence:"none stated",citation:yc,printed:[{paper:"hetu-gnn",artifact:"Table 3",name:"Reddit",vertices:232965,edges:114848857,convention:bc,features:602,classes:41},{paper:"fastgl",artifact:"Table 6",name:"Reddit",vertices:232965,edges:11e7,convention:"rounded to 1e7",features:602,classes:41},{paper:"roc",artifact:"Table 4",name:"Reddit",vertices:232965,edges:114848857,convention:bc,features:602,classes:41}],sources:[{title:"DGL's archive",format:"reddit",files:[{name:"reddit.zip",need:"graph",url:"https://data.dgl.ai/dataset/reddit.zip"}],rule:gc},{title:"DGL's archive, unpacked",format:"reddit",files:[{name:"reddit_graph.npz",need:"graph"},{name:"reddit_data.npz",need:"labels"}],rule:gc,obtain:"Unpack reddit.zip."}],counts:{vertices:232965,storedEdges:114615892,undirectedEdges:57307946},countsFrom:"published",featureWidth:602,classes:41,standIn:!0},Sc={id:"ppi",title:"Protein-protein interactions in 24 tissues (PPI)",publisher:"W. Hamilton, R. Ying, J. Leskovec; packed by DGL",licence:"none stated",citation:yc,printed:[{paper:"roc",artifact:"Table 4",name:"PPI",vertices:56944,edges:1612348,convention:"both directions",features:700,classes:121}],sources:[{title:"DGL's archive",format:"graphsage",files:[{name:"ppi.zip",need:"graph",folder:"ppi",url:"https://data.dgl.ai/dataset/ppi.zip"}],rule:wc,obtain:"GraphSAGE's own archive of this name (http://snap.stanford.edu/graphsage/ppi.zip) is read as well."},{title:"GraphSAGE's files, unpacked",format:"graphsage",files:[{name:"ppi-G.json",need:"graph"},{name:"ppi-class_map.json",need:"labels"},{name:"ppi-id_map.json",need:"features"},{name:"ppi-feats.npy",need:"features"}],rule:wc,obtain:"Unpack http://snap.stanford.edu/graphsage/ppi.zip."}],counts:{vertices:56944,storedEdges:1612348,undirectedEdges:806174},countsFrom:"published",featureWidth:50,classes:121,standIn:!0,note:"The paper prints 700 features; the published set has 50."};var Ec={id:"archaea",title:"Archaea protein similarity network (HipMCL)",publisher:"A. Azad, G. Pavlopoulos, C. Ouzounis, N. Kyrpides, A. Buluc",licence:"none stated",citation:"Azad et al.: HipMCL, Nucleic Acids Research 46(6) e33, 2018, doi:10.1093/nar/gkx1313",printed:[{paper:"hetu-gnn",artifact:"Table 3",name:"Archaea",vertices:1644228,edges:206436882,convention:"not said; stored entries of the adjacency",features:602,classes:10}],sources:[{title:"HipMCL's network",files:[],rule:{listed:"undirected, both directions",symmetrise:!0,selfLoops:"drop"},obtain:"No public URL is recorded."}],counts:{vertices:1644228,storedEdges:206436882,undirectedEdges:103218441},countsFrom:"published",featureWidth:602,classes:10,standIn:!0,note:"The paper fills the missing features with rows of a 602-wide identity matrix."};var vc={id:"musae-facebook",title:"Facebook page-page network (MUSAE)",publisher:"B. Rozemberczki, C. Allen, R. Sarkar (benedekrozemberczki/MUSAE); copy by EdisonLeeeee/GraphData",licence:"MIT (copy's repository); no terms of the original publisher were read; SNAP asks to cite",citation:"Rozemberczki, Allen, Sarkar: Multi-scale Attributed Node Embedding, 2019",printed:[],sources:[{title:"MUSAE CSV and JSON, compressed",format:"musae",files:[{name:"edges.csv.gz",need:"graph",bytes:638600,sha256:"da260bc35ec8f83d5f37b79bdfd45cdf48e1930b246eda7f41da50e0e9befffe"},{name:"target.csv.gz",need:"labels",bytes:547240,sha256:"35920efc74bc79194ef082250b76b459b93c968dbfa168cd1bb655e1205e6129"},{name:"features.json.gz",need:"features",bytes:497881,sha256:"b45f4b8305e24d2836a1a5a8f8fdf37d063c8684c35cc792d5374d61d099ab2e"}],rule:{listed:"undirected, once",symmetrise:!0,selfLoops:"drop"},obtain:"No direct URL of the compressed files; compress datasets/musae/facebook/* of EdisonLeeeee/GraphData (commit f8022c26b917346f2a461ffec0ec5ae24b36de68) with gzip -9n. SNAP has the same graph as https://snap.stanford.edu/data/facebook_large.zip."}],counts:{vertices:22470,storedEdges:341646,undirectedEdges:170823},countsFrom:"measured",featureWidth:4714,classes:4,standIn:!1,note:"179 self-loops in the file are dropped. The publisher sets no split."};var kn="Hu et al.: Open Graph Benchmark: Datasets for Machine Learning on Graphs, NeurIPS 2020",qm="http://snap.stanford.edu/ogb/data/nodeproppred/",kc={listed:"undirected, once",symmetrise:!0,selfLoops:"drop"};function An(t,e,r){return[{title:"OGB archive",format:"ogb",files:[{name:`${t}.zip`,need:"graph",url:`${qm}${t}.zip`}],rule:e},{title:"OGB archive, unpacked",format:"ogb",files:r.map(o=>({...o,folder:t})),rule:e,obtain:`Unpack ${t}.zip: its files count inside a folder named ${t}.`}]}var Ac=["train.csv.gz","valid.csv.gz","test.csv.gz"].map(t=>({name:t,need:"labels"})),Mc=[{name:"edge.csv.gz",need:"graph"},{name:"num-node-list.csv.gz",need:"graph"},{name:"node-label.csv.gz",need:"labels"},...Ac],Hm={name:"node-feat.csv.gz",need:"features"},Oc={id:"ogbn-products",title:"ogbn-products",publisher:"Open Graph Benchmark",licence:"Amazon licence as named by OGB; read it at the publisher's before use",citation:kn,printed:[{paper:"hetu-gnn",artifact:"Table 3",name:"Products",vertices:2449029,edges:126167181,convention:"both directions and self-loops, 128 fewer than that rule gives",features:100,classes:47},{paper:"fastgl",artifact:"Table 6",name:"Products",vertices:244e4,edges:123e6,convention:"both directions, rounded to millions; OGB distributes 100 features",features:200,classes:47},{paper:"distgnn-mb",artifact:"Table 1",name:"OGBN-Products",vertices:2449029,edges:123718280,convention:"both directions",features:100,classes:47}],sources:An("products",kc,[...Mc,Hm]),counts:{vertices:2449029,storedEdges:123718280,undirectedEdges:61859140},countsFrom:"published",featureWidth:100,classes:47,standIn:!0},Rc={id:"ogbn-papers100m",title:"ogbn-papers100M",publisher:"Open Graph Benchmark",licence:"ODC-BY as named by OGB; read it at the publisher's before use",citation:kn,printed:[{paper:"fastgl",artifact:"Table 6",name:"Papers100M",vertices:111e6,edges:161e7,convention:"directed, rounded",features:128,classes:172},{paper:"distgnn-mb",artifact:"Table 1",name:"OGBN-Papers100M",vertices:111059956,edges:3231371744,convention:"both directions of 1,615,685,872 directed edges",features:128,classes:172}],sources:An("papers100M-bin",{listed:"directed",symmetrise:!0,selfLoops:"drop"},[{name:"data.npz",need:"graph"},{name:"node-label.npz",need:"labels"},...Ac]),counts:{vertices:111059956,storedEdges:3231371744,undirectedEdges:1615685872},countsFrom:"published",featureWidth:128,classes:172,standIn:!0},_c={id:"ogbn-proteins",title:"ogbn-proteins",publisher:"Open Graph Benchmark",licence:"CC0 as named by OGB; read it at the publisher's before use",citation:kn,printed:[{paper:"hetu-gnn",artifact:"Table 3",name:"Proteins",vertices:132534,edges:79255038,convention:"both directions of 39,561,252 edges and one self-loop a vertex",features:602,classes:8}],sources:An("proteins",kc,Mc),counts:{vertices:132534,storedEdges:79122504,undirectedEdges:39561252},countsFrom:"published",featureWidth:602,classes:8,standIn:!0,note:"The paper pads the features to 602 and prints 8 classes."};var Nc="https://github.com/kimiyoung/planetoid/raw/master/data/",Mn="Zhilin Yang, William W. Cohen, Ruslan Salakhutdinov (kimiyoung/planetoid)",On="MIT (publisher's repository, Copyright 2016 Zhilin Yang); no separate terms found for the citation data",jr="Yang, Cohen, Salakhutdinov: Revisiting Semi-Supervised Learning with Graph Embeddings, ICML 2016; Sen et al.: Collective Classification in Network Data, AI Magazine 29(3), 2008",Km="every undirected edge once, self-loops and duplicates left out",jm={listed:"undirected, both directions",symmetrise:!0,selfLoops:"drop"},Ym=[["x",22119,"23cfa55d91c6f624233f5eb7b6e3f141f1bd2b2ae39608a63cf5d084bb27baab"],["y",4054,"94465c14eb53e04ca262198dcbb2521ee8af60fb3f3d546cd6ca24a511b0e7d1"],["tx",148025,"b9afbaa4a400df991f6f02ef677e1e44da55ffc04801fd02f9e673987829226a"],["ty",28135,"41f5ac76596a1699cc33f53084a2419e92961c42bb75f36fc38e616d348532ad"],["allx",257305,"9419ba2f26f5c35243db64aba110e0f35a04851609e0dc5433450676ca6b8543"],["ally",47959,"2b998f5cc7fedc86e7f97ca2498f47a1ffc1462c29e2d578b23bf3f62b6e7d71"],["graph",59847,"58f13302f39dde8852dad6fe6d15b89b077b6d7f837626bce671ef80344b383d"],["test.index",5e3,"297ce89af2b51a6a194181c7dbe1796c6a1cf9cd9349a88383b1b1e227867875"]],Vm=[["x",31087,"d20de19150741e555de0ed037195630fc194114ebc7fd72ced62810148aa22f6"],["y",3014,"8ba87e515d8e3ee3cf52f6d2c5b86aa73f11ecad825a808455209ec26cd54924"],["tx",260321,"539a8906a2da97628d212f2fdd668c109a8b3f0d36574b59e5d3fd5b5303da21"],["ty",24135,"55e5bd1ba1e733a04598753ad1a8d57957f4b8f89e74519f41f4f4938767e4ce"],["allx",595021,"2ac30345d95c9ec933a817ee0bdd6a5f077f8c184a20e696910192d534414668"],["ally",55623,"f704b2d986dde6c2669934de1f3ae5696a6cf9455c0f6b2646a2d135ea0a1c95"],["graph",61987,"d79a4ef9d3e7169aee8946145f6b7306e35bc79bffad26346cfb94e10e9912a7"],["test.index",5e3,"2af990671580b6b2df5d158d1038f8292e30c9cd821b5453f399659b25b723d4"]],Xm=[["x",23172,"fbe9cb5c47200d1b7769a26e579be3b7130b556831f9d850e77c4c74f2599b33"],["y",854,"e6c807633307a07ed659249006536a147c7999c797f11a2560752990181b41b3"],["tx",405505,"4eb5f5d0f30f26497eb0ac6ac9719d09c67e284f1ed0385c93f3ef27a671da3d"],["ty",12135,"ee2e0d4819d9fbcc403689c3bf2e49face401b605932f093bc58ab6461130fdd"],["ally",224739,"0c37bbe3b5014ec365e9d393cf4791925e5ed94fb194305d74f064a8d7b50f0e"],["graph",471808,"5b89f0036ca22909471f1e6558eb42fa06e0c730a577bde5b058b40638f81dc9"],["test.index",6e3,"b101d421688bbaecbd82e8a18f1e282378d6830f3a37666f28ebc47f844341b5"]],Jm={graph:"graph",y:"labels",ty:"labels",ally:"labels","test.index":"labels"};function Rn(t,e){return e.map(([r,o,n])=>({name:`ind.${t}.${r}`,need:Jm[r]??"features",bytes:o,sha256:n,url:`${Nc}ind.${t}.${r}`}))}function _n(t){return{title:"Planetoid pickles",format:"planetoid",files:t,rule:jm}}function Nn(t,e,r){return{paper:"eppgcn",artifact:"Table III",name:t,vertices:e,edges:r,convention:Km}}var Tc={id:"cora",title:"Cora",publisher:Mn,licence:On,citation:jr,printed:[Nn("Cora",2708,5278)],sources:[_n(Rn("cora",Ym))],counts:{vertices:2708,storedEdges:10556,undirectedEdges:5278},countsFrom:"measured",featureWidth:1433,classes:7,standIn:!0},Ic={id:"citeseer",title:"Citeseer",publisher:Mn,licence:On,citation:jr,printed:[Nn("Citeseer",3327,4552)],sources:[_n(Rn("citeseer",Vm))],counts:{vertices:3327,storedEdges:9104,undirectedEdges:4552},countsFrom:"measured",featureWidth:3703,classes:6,standIn:!0,note:"15 vertices have neither features nor a label; 48 vertices have no neighbour but themselves."},Pc={id:"pubmed",title:"Pubmed",publisher:Mn,licence:On,citation:jr,printed:[Nn("Pubmed",19717,44324),{paper:"roc",artifact:"Table 4",name:"Pubmed",vertices:19717,edges:108365,convention:"both directions of 44,324 edges and one self-loop a vertex",features:500,classes:3}],sources:[_n([...Rn("pubmed",Xm),{name:"ind.pubmed.allx",need:"features",gitBlob:"3b86bccf08111c37c632a9dd8ab63db25ea76361",url:`${Nc}ind.pubmed.allx`}])],counts:{vertices:19717,storedEdges:88648,undirectedEdges:44324},countsFrom:"measured",featureWidth:500,classes:3,standIn:!0},Lc={id:"pubmed-mtx",title:"Pubmed as MatrixMarket",publisher:"ge-spmm authors (hgyhungry/ge-spmm, data/misc/pubmed.mtx)",licence:"MIT (publisher's repository)",citation:jr,printed:[],sources:[{title:"MatrixMarket, coordinate real symmetric, compressed",format:"matrix-market",files:[{name:"pubmed.mtx.gz",need:"graph",bytes:187524,sha256:"9e617794dd939fdc1fbf2d3de8a27c0ef4b3bf7472be6a5e82dde04fcc62d1fa"}],rule:{listed:"undirected, once",symmetrise:!0,selfLoops:"drop"},obtain:"No direct URL of the compressed file; compress data/misc/pubmed.mtx of hgyhungry/ge-spmm (commit f62f51169eb26c0d4411f6d9744eb585854410e1) with gzip -9n."}],counts:{vertices:19717,storedEdges:88648,undirectedEdges:44324},countsFrom:"measured",standIn:!1,note:"3 self-loops in the file are dropped."};var Uc={id:"amazon-he-mcauley",title:"Amazon also-viewed products (He and McAuley)",publisher:"R. He, J. McAuley",licence:"none recorded",citation:"He, McAuley: Ups and Downs: Modeling the Visual Evolution of Fashion Trends, WWW 2016",printed:[{paper:"roc",artifact:"Table 4",name:"Amazon",vertices:9430088,edges:231594310,convention:"not said",features:300,classes:24}],sources:[{title:"unknown",files:[],rule:{listed:"directed",symmetrise:!1,selfLoops:"drop"},obtain:"No public URL of the graph is known."}],counts:{vertices:9430088,storedEdges:231594310,undirectedEdges:231594310},countsFrom:"published",featureWidth:300,classes:24,standIn:!0,note:"How many of the printed edges are the two directions of one is not published."};var Ft="none stated; SNAP asks to cite",Qm="every undirected edge once, directed edges made undirected",it={listed:"directed",symmetrise:!0,selfLoops:"drop"};function zt(t,e,r){return{paper:"eppgcn",artifact:"Table III",name:t,vertices:e,edges:r,convention:Qm}}function Me(t,e){return{vertices:t,storedEdges:2*e,undirectedEdges:e}}var $c={id:"twitter",title:"ego-Twitter",publisher:"J. McAuley, J. Leskovec (SNAP); renumbered copy by limetreeestate/graph-datasets",licence:"none stated by either publisher; SNAP asks to cite",citation:"McAuley, Leskovec: Learning to Discover Social Circles in Ego Networks, NIPS 2012",printed:[zt("Twitter",81306,1342296)],sources:[{title:"renumbered edge list, compressed",format:"snap",files:[{name:"edgeListTwitterTEstDinix.txt.gz",need:"graph",bytes:3521704,sha256:"65dff158db128b7a565bfc01c161ba220aa4cb46b06fd42ee8c8778f9e13a9ec"}],rule:{listed:"undirected, once",symmetrise:!0,selfLoops:"drop"},obtain:"No direct URL of the compressed file; twitter/edgeListTwitterTEstDinix.zip of limetreeestate/graph-datasets (commit 99dd7d097c91c9b24ed693815a24079b60e76fcb) holds the text, to be compressed with gzip -9n."},{title:"SNAP's twitter_combined",format:"snap",files:[{name:"twitter_combined.txt.gz",need:"graph",url:"https://snap.stanford.edu/data/twitter_combined.txt.gz"}],rule:{...it,compactIds:!0}}],counts:Me(81306,1342296),countsFrom:"measured",standIn:!0},Cc={id:"amazon0505",title:"Amazon product co-purchasing network of 5 May 2003 (amazon0505)",publisher:"J. Leskovec, L. Adamic, B. Adamic (SNAP)",licence:Ft,citation:"Leskovec, Adamic, Adamic: The Dynamics of Viral Marketing, ACM TWEB 1(1), 2007",printed:[zt("Amazon",410236,2439437)],sources:[{title:"SNAP edge list",format:"snap",files:[{name:"amazon0505.txt.gz",need:"graph",url:"https://snap.stanford.edu/data/amazon0505.txt.gz"}],rule:{...it,compactIds:!0}}],counts:Me(410236,2439437),countsFrom:"published",standIn:!0},Gc={id:"web-google",title:"Google web graph (web-Google)",publisher:"Google programming contest 2002 (SNAP)",licence:Ft,citation:"Leskovec, Lang, Dasgupta, Mahoney: Community Structure in Large Networks, Internet Mathematics 6(1), 2009",printed:[zt("Google",875713,4322051)],sources:[{title:"SNAP edge list",format:"snap",files:[{name:"web-Google.txt.gz",need:"graph",url:"https://snap.stanford.edu/data/web-Google.txt.gz"}],rule:{...it,compactIds:!0}}],counts:Me(875713,4322051),countsFrom:"published",standIn:!0},Bc={id:"com-youtube",title:"Youtube social network (com-Youtube)",publisher:"J. Yang, J. Leskovec (SNAP)",licence:Ft,citation:"Yang, Leskovec: Defining and Evaluating Network Communities based on Ground-truth, ICDM 2012",printed:[zt("Youtube",1134890,2987624)],sources:[{title:"SNAP edge list, undirected",format:"snap",files:[{name:"com-youtube.ungraph.txt.gz",need:"graph",url:"https://snap.stanford.edu/data/bigdata/communities/com-youtube.ungraph.txt.gz"}],rule:{listed:"undirected, once",symmetrise:!0,selfLoops:"drop",compactIds:!0}}],counts:Me(1134890,2987624),countsFrom:"published",standIn:!0,note:"Ids in the file have gaps (the largest is reported as 1,157,806) and are renumbered."},Dc={id:"blog",title:"BlogCatalog friendships (soc-BlogCatalog)",publisher:"R. Zafarani, H. Liu (https://blogcatalog.datasets.syr.edu/)",licence:"none stated",citation:"Zafarani, Liu: Social Computing Data Repository, Arizona State University, 2009",printed:[zt("Blog",88784,2093195)],sources:[{title:"edges.csv of the publisher",format:"snap",files:[{name:"edges.csv",folder:"blog",need:"graph"}],rule:{listed:"undirected, both directions",symmetrise:!0,selfLoops:"drop",compactIds:!0},obtain:'No direct URL is known; take edges.csv from https://blogcatalog.datasets.syr.edu/ and put it into a folder named "blog". The BlogCatalog graphs of 10,312 and of 5,196 vertices are different ones.'}],counts:Me(88784,2093195),countsFrom:"published",standIn:!0},Wc={id:"web-notredame",title:"University of Notre Dame web graph (web-NotreDame)",publisher:"R. Albert, H. Jeong, A.-L. Barabasi (SNAP)",licence:Ft,citation:"Albert, Jeong, Barabasi: Diameter of the World-Wide Web, Nature 401, 1999",printed:[],sources:[{title:"SNAP edge list",format:"snap",files:[{name:"web-NotreDame.txt.gz",need:"graph",bytes:3708538,sha256:"d4f4916db2b45060d4dde21fca2d6d757f245f4397528f72230eff3bb57e499e",url:"https://snap.stanford.edu/data/web-NotreDame.txt.gz"}],rule:it}],counts:Me(325729,1090108),countsFrom:"measured",standIn:!1,note:"1,497,134 directed edges, 27,455 of them self-loops, made undirected."},Fc={id:"soc-epinions1",title:"Epinions who-trusts-whom network (soc-Epinions1)",publisher:"M. Richardson, R. Agrawal, P. Domingos (SNAP)",licence:Ft,citation:"Richardson, Agrawal, Domingos: Trust Management for the Semantic Web, ISWC 2003",printed:[],sources:[{title:"SNAP edge list",format:"snap",files:[{name:"soc-Epinions1.txt.gz",need:"graph",bytes:1630437,sha256:"69a2dab71fa5e3a0715487599fc16ca17ddc847379325a6c765bbad6e3e36938",url:"https://snap.stanford.edu/data/soc-Epinions1.txt.gz"}],rule:{...it,compactIds:!0}}],counts:Me(75879,405740),countsFrom:"measured",standIn:!1,note:"508,837 directed edges, made undirected; 9 unused ids are closed up."},zc={id:"p2p-gnutella31",title:"Gnutella peer-to-peer network of 31 August 2002 (p2p-Gnutella31)",publisher:"SNAP; as MatrixMarket by dgSPARSE-Lib",licence:"MIT-style (dgSPARSE-Lib, Copyright 2021-2023 dgSPARSE); SNAP asks to cite",citation:"Ripeanu, Foster, Iamnitchi: Mapping the Gnutella Network, IEEE Internet Computing 6(1), 2002",printed:[],sources:[{title:"MatrixMarket, coordinate real general, compressed",format:"matrix-market",files:[{name:"p2p-Gnutella31.mtx.gz",need:"graph",bytes:665631,sha256:"36683498591c349b1212d1716df7cbc5ef48f30e757634ae395375978095e380"}],rule:it,obtain:"No direct URL of the compressed file; compress example/data/p2p-Gnutella31.mtx of dgSPARSE/dgSPARSE-Lib (commit 973a97275ec4b0e1c924a493011f05c682c79c42) with gzip -9n."}],counts:Me(62586,147892),countsFrom:"measured",standIn:!1,note:"147,892 directed edges, made undirected. The file's values were made up by its publisher: the pattern counts."};var Tn=/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/,qc=/^[A-Za-z0-9][A-Za-z0-9._-]*$/,Hc=new Map;function Zm(t){let e=(r,o,n)=>{throw new R({action:"register a dataset",current:r,wanted:o,next:n})};Tn.test(t.id)||e(`the id ${JSON.stringify(t.id.slice(0,80))}`,"lower-case letters, digits and -","rename it"),Hc.has(t.id)&&e(`a second ${t.id}`,"an id that is not taken","choose another id");for(let{name:r,folder:o,path:n}of t.sources.flatMap(s=>s.files))n===void 0&&(!qc.test(r)||o!==void 0&&!qc.test(o))&&e(`the file ${JSON.stringify(r)}`,"a file name without folders","name the file alone");Hc.set(t.id,t)}var ep=[Tc,Ic,Pc,$c,Dc,Cc,Gc,Bc,xc,Oc,_c,Ec,mc,pc,Rc,Sc,Uc,Wc,Fc,zc,vc,Lc,hc];ep.forEach(Zm);var tp=/^([a-z0-9-]{1,64})(?:@1\/([1-9][0-9]{0,6}(?:\.[1-9])?)(?::(drift|shuffled|community|mixed-[1-9][0-9]?))?)?$/,Kc=.25,Yr=64,rp=/^[^@]*[/\\]|\.[A-Za-z]\w*$/;function qt(t){let[,e,r,o]=tp.exec(t)??[];if(e===void 0||!Tn.test(e))throw new R({action:"read a dataset's name",current:JSON.stringify(t.slice(0,80)),wanted:"a name such as cora, reddit@1/16, reddit@1/2.2:community, reddit@1/16:mixed-50 or reddit@1/16:drift",next:rp.test(t)?"give your own file to advise, to repro as --graph, or to partition, whose folder train takes as --partition":"see deno task datasets list"});return r===void 0?{id:e}:{id:e,standIn:{scale:Number(r),ids:o??"shuffled"}}}function In(t,{scale:e}){return{vertices:Math.round(t.vertices/e),storedEdges:Math.round(t.storedEdges/e)}}function op({vertices:t,communities:e,communitySizes:r},o){let n=Math.max(1,Math.min(e,Math.floor(t/2))),s=zr(t,n,r),i=Qe(n,new N(o,"order of communities")),a=new Uint32Array(n+1);return i.forEach((c,u)=>a[u+1]=a[u]+s[c+1]-s[c]),a}function np({vertices:t,degrees:e,degreeBySize:r},o,n,s){let i=new N(s,"stand-in degrees"),a=new Float64Array(t),c=0;for(let u=0;u+1<o.length;u++){let l=(o[u+1]-o[u])**r;for(let f=o[u];f<o[u+1];f++)a[f]=l*Wt(i.uniform(),e),c+=a[f]}return a.map(u=>u*n/c)}function jc(t,e){let{vertices:r,storedEdges:o,locality:n,ids:s}=t,i=op(t,e),a=i.length-1,c=Math.round(o/2),u=Math.min(c,Math.floor(Kc*r*(r-1)/2)),l=np(t,i,2*u,e),f=a===1?0:t.mixing,d=new Kr(l,{edges:u,mixing:f,seed:e}),m=new Float64Array(a);for(let x=0;x<a;x++)m[x]=d.community(i[x],i[x+1],n);d.between(i,m);let{source:h,target:p,count:g}=d.edges,w=Fr(l,s,new N(e,"stand-in ids")),y=new Uint32Array(r),b=new Uint32Array(r);for(let x=0;x<a;x++)for(let M=i[x];M<i[x+1];M++)y[w[M]]=x,b[w[M]]=M;for(let x=0;x<g;x++)h[x]=w[h[x]],p[x]=w[p[x]];return{graph:tt({vertices:r,source:h,target:p,count:g,symmetrise:!0}),community:y,places:b,droppedEdges:2*(c-g)}}var Oe=1;function sp(t,e,r){let o=t.model==="citations"&&t.directed,n=o?r:r/2,s=t.model==="communities"?32*t.mixing*n:0;return(o?16:24)*n+s+64*e}function ip(t,e,r,o){if(!(r<=o))throw new B({action:`draw ${t} at 1/${e.scale}`,current:`about ${K(r)} to draw it in`,wanted:`at most the ${K(o)} that are free`,next:`use a scale from 1/${Math.ceil(e.scale*r/o)}`})}function ap(t,e,r){if(!t.split)return;let o=Qe(e,new N(r,"stand-in split")),n=l=>Math.round(l*e/t.vertices),[s,i,a]=t.split,c=n(s),u=c+n(i);return{train:o.slice(0,c).sort(),validation:o.slice(c,u).sort(),test:o.slice(u,n(s+i+a)).sort()}}function cp(t,e,r){let{vertices:o,storedEdges:n}=In(t,e),s=Math.max(1,Math.round(t.communities/e.scale)),{ids:i}=e,{communitySizes:a,mixing:c}=t;switch(t.model){case"communities":{let{degrees:u,degreeBySize:l,locality:f}=t;return jc({vertices:o,storedEdges:n,communities:s,communitySizes:a,degrees:u,mixing:c,degreeBySize:l,locality:f,ids:i},r)}case"citations":{let{directed:u,references:l,searched:f}=t,d=Math.round(n/(u?1:2));return fc({vertices:o,citations:d,directed:u,fields:s,fieldSizes:a,references:l,mixing:c,searched:f,ids:i},r)}default:throw new TypeError("a family of an unknown model")}}function Yc(t,e,r,o=1/0){let{vertices:n,storedEdges:s}=In(t,e);if(n<Yr)throw new R({action:`draw ${t.id} at 1/${e.scale}`,current:`${n} vertices`,wanted:`at least ${Yr}`,next:`use a scale up to 1/${Math.floor(t.vertices/Yr)}`});ip(t.id,e,sp(t,n,s),o);let i=cp(t,e,r),a=ap(t,n,r);return{...i,...a?{split:a}:{},note:i.droppedEdges===0?"":`${n} vertices have no room for ${s} stored edges: ${i.droppedEdges} were left out.`}}var Vc={model:"communities",id:"archaea",vertices:1644228,storedEdges:206436882,communities:2e4,communitySizes:{exponent:2,spread:50},degrees:{exponent:3,spread:4},mixing:.05,degreeBySize:1,locality:Oe,published:"Vertices and edges: Hetu-GNN, Table 3. That the network falls into clusters (protein families) which Markov clustering separates: Azad et al., Nucleic Acids Research 46(6) e33, 2018.",chosen:"Families are about equally dense, so that degree grows with the size of the family. 20,000 families of 82 proteins on average, the greatest 50 times the smallest, hold the published edges at a fill of about one half. One edge in twenty leaves its family: round numbers, fixed before any run."};var Xc={meanDegree:3.8981,medianDegree:3,maxDegree:168,gini:.40514,degrees:[0,.1791,.4195,.32607,.057976,.012925,.0029542,.0011078,36928e-8],clustering:.24149,within:[.0017541,.010686,.03541],asNumbered:{tiles:[.21012,.24877,.38139,.089996,.019704,.045093,.0049261,0,0,0],hits:[.11111,.17834,.36459]},reordered:{tiles:[.072755,.045472,.061008,.079386,.12694,.005684,.57635,.032399,0,0],hits:[.51532,.62002,.69147]}},Jc={meanDegree:2.7364,medianDegree:2,maxDegree:99,gini:.44335,degrees:[.014427,.40006,.3706,.16441,.041779,.0075143,90171e-8,30057e-8],clustering:.13527,within:[.0010896,.0044146,.01361],asNumbered:{tiles:[.37654,.32293,.23748,.029657,.025483,.0079086,0,0,0,0],hits:[.060035,.13079,.34003]},reordered:{tiles:[.042838,.027241,.056678,.068322,.057777,.13884,.56964,.038664,0,0],hits:[.5236,.58318,.60983]}},Qc={meanDegree:4.496,medianDegree:2,maxDegree:171,gini:.60375,degrees:[0,.46123,.2506,.12527,.095958,.053355,.012172,.0012172,20287e-8],clustering:.059427,within:[32095e-8,.0030446,.018486],asNumbered:{tiles:[.7285,.22087,.049274,92501e-8,42866e-8,0,0,0,0,0],hits:[.060286,.19356,.51709]},reordered:{tiles:[.16686,.084965,.11285,.10295,.086499,.06818,.37352,.0041738,0,0],hits:[.54223,.64994,.71578]}},Zc={meanDegree:33.018,medianDegree:15,maxDegree:3383,gini:.63989,degrees:[0,.061447,.11128,.15645,.18901,.1932,.15841,.086304,.032913,.0086586,.0017465,46737e-8,11069e-8],clustering:.56603,within:[53444e-8,.021621,.2845],asNumbered:{tiles:[.045378,.034388,.079119,.092372,.11539,.18436,.13079,.14213,.1578,.018267],hits:[.71251,.78937,.87589]},reordered:{tiles:[.037319,.029699,.064773,.070432,.085512,.17387,.16704,.18524,.15986,.026253],hits:[.82254,.90416,.94462]}};var at={searched:.5,references:{exponent:3,spread:20}},Vr="A half of the references is searched in reference lists, which gives in-degrees Redner's tail of exponent 3 (Eur. Phys. J. B 4, 1998); reference lists vary by a factor of 20 with the same exponent: round numbers, fixed before any run.",Xr=2e3,Pn=`Topics of ${Xr} papers on average, the greatest 20 times the smallest; three references in ten leave their topic. `+Vr,Ln="Vertices, edges, classes and the split: Yang, Cohen, Salakhutdinov (ICML 2016). Share of edges within a class: Zhu et al., Beyond homophily in graph neural networks (NeurIPS 2020). Clustering coefficient: Network Repository.",eu={id:"cora",model:"citations",directed:!1,vertices:2708,storedEdges:10556,communities:7,communitySizes:{exponent:2,spread:5},mixing:.19,...at,split:[140,500,1e3],clustering:.24,published:Ln,chosen:`Fields are the classes, the greatest five times the smallest. ${Vr}`,measured:Xc},tu={id:"citeseer",model:"citations",directed:!1,vertices:3327,storedEdges:9104,communities:6,communitySizes:{exponent:2,spread:3},mixing:.26,...at,split:[120,500,1e3],clustering:.14,published:Ln,chosen:`Fields are the classes, the greatest three times the smallest. ${Vr}`,measured:Jc},ru={id:"pubmed",model:"citations",directed:!1,vertices:19717,storedEdges:88648,communities:3,communitySizes:{exponent:2,spread:2},mixing:.2,...at,split:[60,500,1e3],clustering:.06,published:Ln,chosen:`Fields are the classes, the greatest twice the smallest. ${Vr}`,measured:Qc},ou={id:"ogbn-papers100m",model:"citations",directed:!1,vertices:111059956,storedEdges:3231371744,communities:Math.round(111059956/Xr),communitySizes:{exponent:2,spread:20},mixing:.3,...at,split:[1207179,125265,214338],clustering:.085,published:"Vertices, citations, split and clustering coefficient: Hu et al., Open Graph Benchmark (NeurIPS 2020), Table 2, and DistGNN-MB, Table 1.",chosen:Pn},nu={id:"mag",model:"citations",directed:!1,vertices:101e5,storedEdges:3e8,communities:Math.round(101e5/Xr),communitySizes:{exponent:2,spread:20},mixing:.3,...at,published:"Vertices and edges: FastGL, Table 6 (rounded).",chosen:Pn},su={id:"igb-large",model:"citations",directed:!0,vertices:1e8,storedEdges:12e8,communities:1e8/Xr,communitySizes:{exponent:2,spread:20},mixing:.3,...at,split:[6e7,2e7,2e7],published:"Vertices, edges: FastGL, Table 6 (rounded). Split of 60, 20 and 20 %: Khatua et al. (KDD 2023).",chosen:Pn};function le({vertices:t,storedEdges:e,clustering:r,mixing:o}){let n=e/t,s=(1-o)**3*n/r;return Math.round(t/s)}var Jr=.2,iu="One edge in five leaves its group. The size of the groups follows from mean degree and clustering coefficient (see communitiesFor), the greatest 20 times the smallest. Degrees have an exponent of 3 and vary by a factor of 100: round numbers, fixed before any run.",Un={model:"communities",communitySizes:{exponent:2,spread:20},degrees:{exponent:3,spread:100},mixing:Jr,degreeBySize:0,chosen:iu},au={...Un,id:"ogbn-products",vertices:2449029,storedEdges:123718280,communities:le({vertices:2449029,storedEdges:123718280,clustering:.411,mixing:Jr}),split:[196615,39323,2213091],clustering:.411,locality:3,published:"Vertices, edges, split and clustering coefficient: Hu et al., Open Graph Benchmark (NeurIPS 2020), Table 2."},cu={...Un,id:"amazon-he-mcauley",vertices:9430088,storedEdges:231594310,communities:le({vertices:9430088,storedEdges:231594310,clustering:.411,mixing:Jr}),locality:3,published:"Vertices and edges: ROC, Table 4.",chosen:`The clustering coefficient is that of ogbn-products, from the same shop. ${iu}`},uu={...Un,id:"amazon0505",vertices:410236,storedEdges:4878874,communities:le({vertices:410236,storedEdges:4878874,clustering:.4064,mixing:Jr}),clustering:.4064,locality:3,published:"Vertices and edges: EPPGCN, Table III. Clustering coefficient: SNAP's page of the dataset."};var lu={id:"ogbn-proteins",model:"communities",vertices:132534,storedEdges:79122504,communities:le({vertices:132534,storedEdges:79122504,clustering:.28,mixing:.1}),communitySizes:{exponent:2,spread:10},degrees:{exponent:3,spread:10},mixing:.1,degreeBySize:1,split:[86619,21236,24679],clustering:.28,locality:0,published:"Vertices, edges, split and clustering coefficient: Hu et al., Open Graph Benchmark (NeurIPS 2020), Table 2.",chosen:"Modules are about equally dense, so that degree grows with the size of the module. One edge in ten leaves its module. The size of the modules follows from mean degree and clustering coefficient (see communitiesFor), the greatest ten times the smallest; degrees vary by a factor of ten: round numbers, fixed before any run."},fu={id:"ppi",model:"communities",vertices:56944,storedEdges:1612348,communities:24,communitySizes:{exponent:2,spread:4},degrees:{exponent:2.5,spread:100},mixing:0,degreeBySize:0,locality:Oe,published:"Vertices and edges: ROC, Table 4. 24 separate graphs: Hamilton, Ying, Leskovec (NIPS 2017).",chosen:"The greatest graph has four times the vertices of the smallest. Degrees have the middle of the usual exponents 2..3 and vary by a factor of 100: round numbers, fixed before any run."};var du={model:"communities",id:"reddit",vertices:232965,storedEdges:114615892,communities:41,communitySizes:{exponent:2,spread:8},degrees:{exponent:2.5,spread:100},mixing:.25,degreeBySize:0,split:[153431,23831,55703],locality:Oe,published:"Vertices, edges, 41 labelled communities and the split: Hamilton, Ying, Leskovec (NIPS 2017) and the dataset pages of DGL and PyG. That degrees follow a power law with a few very large ones: Hetu-GNN, Section 5.3.",chosen:"The exponent is the middle of the usual range 2..3; the spread of 100 lets the greatest degree reach about a tenth of the vertices. A quarter of the edges leave their community and the greatest community has eight times the size of the smallest: round numbers, fixed before any run."};var $n=.2,mu="One edge in five leaves its circle. The size of the circles follows from mean degree and clustering coefficient (see communitiesFor), the greatest 20 times the smallest: round numbers, fixed before any run.",Qr={model:"communities",communitySizes:{exponent:2,spread:20},mixing:$n,degreeBySize:0},Cn="Vertices and edges: EPPGCN, Table III. Clustering coefficient: SNAP's page of the dataset.",pu="Exponent of the degrees about 2: Mislove et al., Measurement and analysis of online social networks (IMC 2007).",hu={...Qr,id:"twitter",vertices:81306,storedEdges:2684592,communities:le({vertices:81306,storedEdges:2684592,clustering:.5653,mixing:$n}),degrees:{exponent:2,spread:1e3},locality:3,clustering:.5653,published:`${Cn} ${pu}`,chosen:`The greatest degree is about 150 times the mean. ${mu}`,measured:Zc},gu={...Qr,id:"com-youtube",vertices:1134890,storedEdges:5975248,communities:le({vertices:1134890,storedEdges:5975248,clustering:.0808,mixing:$n}),degrees:{exponent:2.1,spread:1e4},clustering:.0808,locality:0,published:`${Cn} ${pu}`,chosen:`The greatest degree is about 1,500 times the mean. ${mu}`},wu={...Qr,id:"blog",vertices:88784,storedEdges:4186390,communities:60,degrees:{exponent:2,spread:1e3},mixing:.5,locality:Oe,published:"Vertices and edges: EPPGCN, Table III.",chosen:"60 communities, the greatest 20 times the smallest; a half of the friendships leaves its community. Degrees have an exponent of 2 and vary by a factor of 1,000, so that the greatest reaches about a tenth of the vertices: round numbers, fixed before any run."},bu={...Qr,id:"web-google",vertices:875713,storedEdges:8644102,communities:le({vertices:875713,storedEdges:8644102,clustering:.5143,mixing:.1}),degrees:{exponent:2.1,spread:2e3},mixing:.1,clustering:.5143,locality:3,published:`${Cn} Exponent 2.1 of in-links: Broder et al., Graph structure in the web (WWW 2000).`,chosen:"One link in ten leaves its site. Degrees vary by a factor of 2,000. The size of the sites follows from mean degree and clustering coefficient (see communitiesFor), the greatest 20 times the smallest: round numbers, fixed before any run."};var up=[eu,tu,ru,hu,wu,uu,bu,gu,du,au,lu,Vc,nu,su,ou,fu,cu],lp=new Map(up.map(t=>[t.id,t]));function Zr(t){return lp.get(t)}function Ht(t){let e=new Uint32Array(t.rows);for(let r=0;r<t.rows;r++)e[r]=t.rowPtr[r+1]-t.rowPtr[r];return e}function fp(t){let e=new Uint8Array(t.rows);for(let o=0;o<t.rows;o++)for(let n=t.rowPtr[o];n<t.rowPtr[o+1];n++)t.colIdx[n]!==o&&(e[o]=e[t.colIdx[n]]=1);let r=0;for(let o=0;o<t.rows;o++)r+=1-e[o];return r}function yu(t){ce(t,"describe the degrees of a graph");let e=t.rows;if(e===0)return{min:0,max:0,mean:0,median:0,gini:0,skewness:0,histogram:[],isolated:0};let r=Ht(t),o=P(t)/e,n=1/0,s=0,i=0,a=0;for(let p=0;p<e;p++){let g=r[p]-o;n=Math.min(n,r[p]),s=Math.max(s,r[p]),i+=g*g,a+=g*g*g}let c=new Uint32Array(s+1);for(let p=0;p<e;p++)c[r[p]]++;let u=new Array(33-Math.clz32(s)).fill(0),l=0,f=0,d=-1,m=-1;for(let p=0;p<=s;p++){let g=c[p];g!==0&&(u[32-Math.clz32(p)]+=g,f+=p*g*(2*l+g+1)/2,l+=g,d<0&&l>=Math.ceil(e/2)&&(d=p),m<0&&l>=Math.floor(e/2)+1&&(m=p))}let h=o*e;return{min:n,max:s,mean:o,median:(d+m)/2,gini:h===0?0:2*f/(e*h)-(e+1)/e,skewness:i===0?0:a/e/(i/e)**1.5,histogram:u,isolated:fp(t)}}var xu=32;function dp(t,e,r){let o=new Map;return Uint32Array.from({length:e},(n,s)=>{let i=s+r.below(t-s),a=o.get(i)??i;return o.set(i,o.get(s)??s),a})}function Su(t,e={}){ce(t,"measure the growth of neighbourhoods");let{hops:r=3,sample:o=64,seed:n=1}=e;for(let[h,p]of[["hops",r],["start vertices",o]])if(!(Number.isInteger(p)&&p>=1))throw new R({action:"measure the growth of neighbourhoods",current:`${p} ${h}`,wanted:"a whole number from 1",next:`pass a number of ${h}`});let{rows:s,rowPtr:i,colIdx:a}=t,c=dp(s,Math.min(o,s),new N(n,"k-hop starts")),u=Array.from({length:r},()=>new Uint32Array(c.length)),l=new Uint32Array(s),f=new Uint32Array(s),d=new Uint32Array(s);for(let h=0;h<c.length;h+=xu){let p=Math.min(xu,c.length-h);l.fill(0),f.fill(0);for(let w=0;w<p;w++)l[c[h+w]]=f[c[h+w]]=1<<w;let g=new Uint32Array(p).fill(1);for(let w=0;w<r;w++){for(let y=0;y<s;y++){let b=f[y];if(b!==0){f[y]=0;for(let x=i[y],M=i[y+1];x<M;x++)d[a[x]]|=b}}for(let y=0;y<s;y++){let b=d[y]&~l[y];for(d[y]=0,f[y]=b,l[y]|=b;b!==0;b&=b-1)g[31-Math.clz32(b&-b)]++}u[w].set(g,h)}}let m=u.map(h=>c.length===0?0:h.reduce((p,g)=>p+g,0)/c.length);return{starts:c,sizes:u,mean:m}}function Gn(t){let e=new WeakMap;return r=>e.getOrInsertComputed(r,t)}var mp=Gn(t=>Gn(e=>Eu({rows:e.length-1,rowPtr:e,colIdx:t})));function Bn(t){return t.rows!==t.cols?!1:t.values?Eu(t):mp(t.colIdx)(t.rowPtr)}function Eu({rows:t,rowPtr:e,colIdx:r,values:o}){let n=e.slice(0,t);for(let s=0;s<t;s++){let i=e[s+1],a=n[s];if(a<i&&r[a]<s)return!1;for(a<i&&r[a]===s&&a++;a<i;a++){let c=r[a],u=n[c]++;if(u>=e[c+1]||r[u]!==s||o&&o[u]!==o[a])return!1}}return!0}function pp(t){for(let e=0;e<t.rows;e++)for(let r=t.rowPtr[e];r<t.rowPtr[e+1]&&t.colIdx[r]<=e;r++)if(t.colIdx[r]===e)return!0;return!1}function eo(t,e={}){ce(t,"take the undirected structure of a graph");let{rows:r,cols:o,rowPtr:n,colIdx:s}=t,i={rows:r,cols:o,rowPtr:n,colIdx:s},a=e.selfLoops==="drop"&&pp(t),c=Bn(i);if(c&&!a)return i;let u=c?i:dt(i),l=new Uint32Array(c?P(i):2*P(i)),f=new Uint32Array(r+1),d=0;for(let m=0;m<r;m++){let h=n[m+1],p=u.rowPtr[m+1],g=n[m],w=u.rowPtr[m];for(;g<h||w<p;){let y=g<h?s[g]:1/0,b=w<p?u.colIdx[w]:1/0,x=Math.min(y,b);y===x&&g++,b===x&&w++,(!a||x!==m)&&(l[d++]=x)}f[m+1]=d}return{rows:r,cols:o,rowPtr:f,colIdx:l.slice(0,d)}}function vu({vertices:t,degree:e,falling:r}){let o=0;for(let a=0;a<t.length;a++)o=Math.max(o,e[t[a]]);let n=a=>r?o-e[a]:e[a],s=new Uint32Array(o+2);for(let a=0;a<t.length;a++)s[n(t[a])+1]++;for(let a=0;a<=o;a++)s[a+1]+=s[a];let i=new Uint32Array(t.length);for(let a=0;a<t.length;a++)i[s[n(t[a])]++]=t[a];return i}var ee=4294967295,Dn=class{target;weight;begin;length;#e=0;constructor(e,r){this.target=new Uint32Array(r),this.weight=new Float64Array(r),this.begin=new Uint32Array(e),this.length=new Uint32Array(e)}open(e,r,o){this.#e+r>this.target.length&&this.#t(r,o),this.begin[e]=this.#e,this.length[e]=r,this.#e+=r}#t(e,r){let o=e;for(let c of r)o+=this.length[c];let n=Math.max(this.target.length,2*o),s=new Uint32Array(n),i=new Float64Array(n),a=0;for(let c of r){if(this.length[c]===0)continue;let u=this.begin[c],l=u+this.length[c];s.set(this.target.subarray(u,l),a),i.set(this.weight.subarray(u,l),a),this.begin[c]=a,a+=l-u}this.target=s,this.weight=i,this.#e=a}};function hp(t){let{rows:e,rowPtr:r,colIdx:o}=t,n=r[e],s=new Uint32Array(e).fill(ee),i=new Uint32Array(e).fill(ee),a=new Uint32Array(e).fill(ee),c=new Uint32Array(e).fill(ee),u=Q(e),l=Ht(t),f=u.slice(),d=Float64Array.from(l),m=new Uint8Array(e),h=vu({vertices:u,degree:l,falling:!1}),p=new Dn(e,n),g=b=>{for(;f[b]!==b;)b=f[b]=f[f[b]];return b},w=new Float64Array(e),y=new Uint32Array(e);for(let b of h){let x=0,M=(v,k)=>{let E=g(v);E!==b&&(w[E]===0&&(y[x++]=E),w[E]+=k)};for(let v=r[b];v<r[b+1];v++)M(o[v],1);for(let v=i[b];v!==ee;v=c[v]){let k=p.begin[v]+p.length[v];for(let E=p.begin[v];E<k;E++)M(p.target[E],p.weight[E]);p.length[v]=0}m[b]=1;let A=ee,S=0;for(let v=0;v<x;v++){let k=y[v],E=w[k]-d[b]*d[k]/n;(E>S||E===S&&A!==ee&&k<A)&&(A=k,S=E)}if(A!==ee&&(s[b]=f[b]=A,d[A]+=d[b],i[A]===ee?i[A]=b:c[a[A]]=b,a[A]=b,!m[A])){p.open(b,x,h);let v=p.begin[b];for(let k=0;k<x;k++)p.target[v+k]=y[k],p.weight[v+k]=w[y[k]]}for(let v=0;v<x;v++)w[y[v]]=0}return{parent:s,firstChild:i,nextSibling:c}}var ku={id:"rabbit",title:"Rabbit order",source:{paper:"eppgcn",section:"Table IV"},parameters:{},compute(t){let e=eo(t,{selfLoops:"drop"}),{rows:r}=e,{parent:o,firstChild:n,nextSibling:s}=hp(e),i=new Uint32Array(r),a=0,c=0;for(let u=0;u<r;u++)if(o[u]===ee){c++;for(let l=u;;){if(i[l]=a++,n[l]!==ee){l=n[l];continue}for(;l!==u&&s[l]===ee;)l=o[l];if(l===u)break;l=s[l]}}return{perm:i,facts:{clusters:c}}}};function gp(t,e=t.length){if(t.length!==e)return!1;let r=new Uint8Array(e);for(let o=0;o<e;o++){if(t[o]>=e||r[t[o]])return!1;r[t[o]]=1}return!0}function Wn(t,e){if(gp(t,e))return t;throw new T({action:"use a permutation",current:t.length===e?"an id twice or out of range":`${t.length} ids`,wanted:`every id from 0 to ${e-1} once`,next:"take the permutation from an ordering of the same graph"})}function Au(t){Wn(t,t.length);let e=new Uint32Array(t.length);for(let r=0;r<t.length;r++)e[t[r]]=r;return e}function Mu(t,e){ce(t,"renumber the vertices of a graph");let{rows:r,rowPtr:o,colIdx:n,values:s}=t;Wn(e,r);let i=Au(e),a=new Uint32Array(r+1),c=new Uint32Array(P(t)),u=s&&new Float32Array(c.length),l=new Float32Array(s?r:0);for(let f=0,d=0;f<r;f++){let m=d;for(let h=o[i[f]],p=o[i[f]+1];h<p;h++){let g=e[n[h]];c[d++]=g,s&&(l[g]=s[h])}if(c.subarray(m,d).sort(),u)for(let h=m;h<d;h++)u[h]=l[c[h]];a[f+1]=d}return{rows:r,cols:r,rowPtr:a,colIdx:c,...u&&{values:u}}}var Fn=class{#e;#t;#r;#o=0;#s=0;constructor(e){let r=2**Math.ceil(Math.log2(2*e+16));this.#e=new Uint32Array(r+1),this.#t=new Int32Array(r+1).fill(-1),this.#r=new Uint32Array(e)}access(e){this.#o===this.#e.length-1&&this.#n();let r=this.#e,o=this.#r[e],n=-1;if(o>0){let i=0;for(let a=o;a>0;a&=a-1)i+=r[a];n=this.#s-i,this.#t[o]=-1;for(let a=o;a<r.length;a+=a&-a)r[a]--}else this.#s++;let s=++this.#o;this.#r[e]=s,this.#t[s]=e;for(let i=s;i<r.length;i+=i&-i)r[i]++;return n}#n(){let e=this.#e,r=this.#t,o=0;for(let n=1;n<r.length;n++){let s=r[n];s<0||(r[++o]=s,this.#r[s]=o)}r.fill(-1,o+1);for(let n=1;n<e.length;n++)e[n]=Math.max(0,Math.min(n,o)-(n-(n&-n)));this.#o=o}};function wp(t,e,r){let o=new Int32Array(t).fill(-1),n=new Uint32Array(2),s=0;for(let i=0;i<t;i++)lr(r>>>0,1380275539,i,0,n),(e===1||n[0]<e*2**32)&&(o[i]=s++);return{numberOf:o,kept:s}}function Ou(t,e={}){let{seed:r=1,maxAccesses:o=2**22}=e;if(!Number.isInteger(o)||o<1)throw new R({action:"measure reuse distances",current:`at most ${o} accesses`,wanted:"a whole number from 1",next:"pass how many accesses may be followed"});let{cols:n,colIdx:s}=t,i=P(t),a=Math.min(1,o/Math.max(1,i)),{numberOf:c,kept:u}=wp(n,a,r),l=new Fn(u),f=new Float64Array(34),d=0,m=0,h=0,p=-1;for(let w=0;w<i;w++){let y=c[s[w]];if(y<0)continue;d++;let b=l.access(y);if(b<0){m++;continue}let x=Math.round(b/a),M=32-Math.clz32(x);f[M]++,h+=x,M>p&&(p=M)}let g=d-m;return{accesses:d,cold:m,histogram:Array.from(f.subarray(0,p+1)),mean:g===0?0:h/g,sampleRate:a}}function Ru({accesses:t,histogram:e},r){if(t===0||!(r>0))return 0;let o=e[0]??0;for(let n=1;n<e.length;n++){let s=2**(n-1);o+=e[n]*Math.min(1,Math.max(0,(r-s)/s))}return o/t}var bp=2048,zn=1024;function yp({rows:t,rowPtr:e,colIdx:r},o){let n=new N(o,"clustering coefficient"),s=Math.min(bp,t),i=new Uint32Array(2*s*zn),a=new Uint32Array(s+1),c=0,u=(l,f)=>{i[2*c]=r[l],i[2*c+++1]=r[f]};for(let l=0;l<s;l++){let f=s===t?l:n.below(t),d=e[f],m=e[f+1]-d;if(m*(m-1)/2<=zn)for(let h=0;h<m;h++)for(let p=0;p<h;p++)u(d+h,d+p);else for(let h=0;h<zn;h++){let p=n.below(m),g=(p+1+n.below(m-1))%m;u(d+p,d+g)}a[l+1]=c}return{ends:i,offsets:a}}function xp({rows:t,rowPtr:e,colIdx:r},{ends:o,offsets:n}){let s=n.length-1,i=n[s],a=new Uint32Array(t+1);for(let f=0;f<i;f++)a[o[2*f]+1]++;for(let f=0;f<t;f++)a[f+1]+=a[f];let c=new Uint32Array(2*i);for(let f=0;f<s;f++)for(let d=n[f];d<n[f+1];d++){let m=a[o[2*d]]++;c[2*m]=o[2*d+1],c[2*m+1]=f}let u=new Uint32Array(s),l=new Uint32Array(t);for(let f=0,d=0;f<t;f++){let m=a[f];if(d!==m){for(let h=e[f];h<e[f+1];h++)l[r[h]]=f+1;for(;d<m;d++)l[c[2*d]]===f+1&&u[c[2*d+1]]++}}return u}function _u(t,{seed:e=1}={}){let r=eo(t,{selfLoops:"drop"}),o=yp(r,e),{offsets:n}=o,s=0;for(let[i,a]of xp(r,o).entries())n[i+1]>n[i]&&(s+=a/(n[i+1]-n[i]));return n.length===1?0:s/(n.length-1)}function Sp(t){let e=[];for(let r of Ht(t)){let o=32-Math.clz32(r);for(;e.length<=o;)e.push(0);e[o]+=1/t.rows}return e}function Nu(t,e){let r=Math.max(1,P(t)),o=Ou(t,e),n=s=>Ru(o,t.rows/s);return{tiles:ms(t).map(s=>s.nnz/r),hits:[n(64),n(16),n(4)]}}function Tu(t,e={}){let{seed:r=1,maxReordered:o=1/0,maxAccesses:n}=e,s={seed:r,...n!==void 0&&{maxAccesses:n}},{mean:i,median:a,max:c,gini:u}=yu(t),[l,f,d]=Su(t,{hops:3,seed:r}).mean.map(m=>m/Math.max(1,t.rows));return{meanDegree:i,medianDegree:a,maxDegree:c,gini:u,degrees:Sp(t),clustering:_u(t,{seed:r}),within:[l,f,d],asNumbered:Nu(t,s),...P(t)<=o&&{reordered:Nu(Mu(t,ku.compute(t,{seed:r}).perm),s)}}}var Ep={communities:{standIn:"twitter@1/1:community",score:.873},citations:{standIn:"pubmed@1/1:mixed-50",score:.854}},vp={maxReordered:2**20,maxAccesses:2**20},kp=[["at most 1 %",0,4],["1 to 5 %",4,6],["more than 5 %",6,10]];function Ap(t,e){return t.reduce((r,o,n)=>r+Math.min(o,e[n]??0),0)}function Pu(t,e,r){return e?[{measure:t,wanted:1,got:Ap(e,r),kind:"share"}]:[]}function Iu(t,e,r){let o=(n,s,i)=>n.slice(s,i).reduce((a,c)=>a+c,0);return[...Pu(`overlap of the histograms of tile fill, ${r}`,t?.tiles,e.tiles),...kp.map(([n,s,i])=>({measure:`share of entries in tiles filled ${n}, ${r}`,...t&&{wanted:o(t.tiles,s,i)},got:o(e.tiles,s,i),kind:"share"})),...["V/64","V/16","V/4"].map((n,s)=>({measure:`reads served by an LRU cache of ${n} rows, ${r}`,...t&&{wanted:t.hits[s]},got:e.hits[s],kind:"share"}))]}function Mp(t,e,r){let o=(s,i,a,c)=>({measure:s,...a!==void 0&&{wanted:a},got:c,kind:i}),n=s=>s===void 0?void 0:s*r/t.meanDegree;return[o("mean degree","magnitude",r,e.meanDegree),o("median degree","magnitude",n(t.medianDegree),e.medianDegree),o("greatest degree","magnitude",n(t.maxDegree),e.maxDegree),o("Gini coefficient of the degrees","share",t.gini,e.gini),...Pu("overlap of the histograms of degrees",t.degrees,e.degrees),o("clustering coefficient","share",t.clustering,e.clustering),...e.within.map((s,i)=>o(`share of the vertices within ${i+1} ${i===0?"hop":"hops"}`,"share",t.within?.[i],s)),...Iu(t.asNumbered,e.asNumbered,"ids as they are"),...e.reordered?Iu(t.reordered,e.reordered,"after Rabbit order"):[]]}function Op({kind:t,wanted:e,got:r}){return t==="share"?1-Math.abs(e-r):e===r?1:Math.min(e,r)/Math.max(e,r)}function Rp(t){let e=t.flatMap(o=>o.wanted===void 0?[]:[{...o,wanted:o.wanted}]);if(e.length<2)return[];let r=e.reduce((o,n)=>o+Op(n),0)/e.length;return[{measure:`fidelity score of ${e.length} measures (1 is equal)`,wanted:1,got:r}]}function Lu({id:t,kind:e,graph:r}){let o=e==="stand-in"?Zr(qt(t).id):void 0;if(!o)return[];let n=o.storedEdges/o.vertices,{measured:s,clustering:i}=o,a=s??{meanDegree:n,...i!==void 0&&{clustering:i}},c=Tu(r,s?{}:vp),u=Mp(a,c,n),l=Ep[o.model];return[...u.map(({kind:f,...d})=>d),...Rp(u),...s?[]:[{measure:`score of its model where the real graph is at hand: ${l.standIn}`,wanted:1,got:l.score}]]}function Uu(t){let{rows:e,rowPtr:r,colIdx:o}=t,n=P(t),s=0,i=0,a=()=>({vertices:e,storedEdges:n,undirectedEdges:n-s-i/2});if(e===t.cols&&Bn({rows:e,cols:e,rowPtr:r,colIdx:o})){for(let u=0;u<e;u++)for(let l=r[u];l<r[u+1];l++)o[l]===u&&s++;return i=n-s,a()}let c=r.slice(0,e);for(let u=0;u<e;u++)for(let l=r[u];l<r[u+1];l++){let f=o[l];if(f===u)s++;else{for(;c[f]<r[f+1]&&o[c[f]]<u;)c[f]++;c[f]<r[f+1]&&o[c[f]]===u&&i++}}return a()}function $u({rows:t,cols:e,rowPtr:r,colIdx:o,values:n}){let s=`csr ${t} ${e} ${o.length} ${n?"f32":"pattern"}
`;return[new TextEncoder().encode(s),...[r,o,...n?[n]:[]].map(({buffer:i,byteOffset:a,byteLength:c})=>new Uint8Array(i,a,c))]}var Cu=64;function ct(t,e){let{id:r}=qt(t);return{name:t,workload:{id:`${r}:w${Cu}`,dataset:e,factors:{width:Cu}}}}var Gu={recorded:[ct("ogbn-proteins@1/16","ogbn-proteins@1/16"),ct("archaea@1/32","archaea"),ct("reddit@1/16","reddit")],small:[ct("pubmed@1/1","pubmed@1/1"),ct("reddit@1/256","reddit@1/256")],smoke:[ct("cora@1/1","cora@1/1")]};async function Bu(t,e){let{id:r,standIn:o}=qt(t),n=Zr(r);if(o===void 0||n===void 0)throw new R({action:`draw ${t}`,current:"no stand-in of this name",wanted:"a stand-in such as reddit@1/16",next:"see deno task datasets list"});let{graph:s,note:i}=Yc(n,o,e),a=await new Blob([...$u(s)]).bytes();return{id:t,kind:"stand-in",graph:s,hash:await ve(a),counts:Uu(s),note:i}}function Du(t){let{id:e,kind:r,hash:o,counts:{vertices:n,storedEdges:s},note:i}=t;return{name:e,kind:r,hash:o,vertices:n,storedEdges:s,note:i,fidelity:Lu(t)}}var _p=9,Wu=100,Np=5,Tp=6e4;function Fu(t,e,r){if(t==="smoke")return yn.smoke;let{timer:o,quantumNs:n=0,waitMs:s}=e.calibration,i=o==="gpu-timestamp"?Wu*n/1e6:Math.max(Ur(s),Wu*r);return{...yn.standard,contextRounds:_p,comparisonMs:Tp,sampleMs:Math.max(Np,i)}}var zu="row-split-scalar",Ip={time:{label:"SpMM time",unit:"ms",better:"lower"},gflops:{label:"throughput",unit:"GFLOP/s",better:"higher"},speedup:{label:`speed-up over ${zu}`,unit:"x",better:"higher"},...Ua},qu={id:"own/kernel-ladder",artifact:"Kernel ladder",title:"SpMM kernels from naive to best",question:"How fast is each SpMM kernel on each graph and width, and what share of this device's roofline does it reach?",baseline:zu,settings:{weights:"GCN normalisation with self-loops",features:"uniform random in [-1, 1)"},metrics:Ip,plots:[{metric:"gflops",x:"width",facet:"dataset"},{metric:"time",x:"width",facet:"dataset",logarithmic:!0}],claims:[]};function Hu(t,e){let{id:r,artifact:o,title:n,question:s,contenders:i,baseline:a,metrics:c,plots:u,settings:l,notes:f}=t;return{id:r,paper:Pr(t),artifact:o,title:n,question:s,contenders:i.map(({id:d,label:m})=>({id:d,label:m})),baseline:a,metrics:Gt(c),plots:u,settings:l,notes:f,command:e}}function Pp({seed:t},{graph:e},r){let o=hr(e);return{matrix:o,features:Nr(o.cols,r,t),width:r}}function Ku(t){return{...qu,contenders:vt.map(({id:e})=>({id:e,label:e,factors:{kernel:e}})),workloads:()=>t.map(({workload:e})=>e),measurement:{kind:"timed",decides:!1,trial:async(e,r,{factors:{width:o}},{id:n})=>{let s=vt.find(i=>i.id===n);return Tr(e,{...await e.once(Pp,r,o),kernel:s})}},notes:["Measured in a browser by try.html: WebGPU there is the browser's own, and its clocks are as coarse as the browser makes them."]}}function ju(t){return Hu(t,`deno task repro ${t.id} --device webgpu`)}var Lp=/llvmpipe|lavapipe|softpipe|swrast|swiftshader|basic render|\bwarp\b/i,Up=["6880","65541","5140"];function qn(t){return t.description||[t.vendor,t.architecture,t.device].filter(e=>e!=="").join(" ")||"unnamed adapter"}function Yu(t){return Lp.test(qn(t))||Up.includes(t.vendor)?"software":"hardware"}function to(t,{label:e,bytes:r},{begin:o,end:n}){if(!(o>=0&&o%4===0&&n>=o&&n<=r&&Number.isInteger(n)))throw new W({action:`${t} buffer "${e}"`,current:`bytes ${o} to ${n}`,wanted:`from a multiple of 4 up to at most ${r}`,next:"name bytes that it has, or allocate a larger buffer"})}var Hn=class{label;bytes;id;held;state;constructor(e,r,o,n){this.label=e,this.bytes=r,this.id=o,this.held=n,this.state="alive"}get gpu(){if(this.state==="alive")return this.held;throw new W({action:`use buffer "${this.label}"`,current:`a ${this.state} buffer`,wanted:"one that is alive",next:"prepare the plan again with live operands"})}};function Vu(t,e){let{limits:r}=t,o=os(t);return{memoryBytes:e.memoryBytes,bindingBytes:Math.min(r.maxStorageBufferBindingSize,r.maxBufferSize,e.bindingBytes),storageBindings:r.maxStorageBuffersPerShaderStage,workgroupBytes:r.maxComputeWorkgroupStorageSize,workgroupInvocations:Math.min(r.maxComputeInvocationsPerWorkgroup,r.maxComputeWorkgroupSizeX),workgroupsPerAxis:r.maxComputeWorkgroupsPerDimension,...o&&{subgroups:o}}}var ro=class{#e;#t;#r=new Set;#o=0;#s=0;#n=0;constructor(e,r){this.#e=e,this.#t=r}get bytes(){return{live:this.#s,peak:this.#n}}get nextId(){return this.#o}reserve(e,r,o){let n=Math.max(4,Math.ceil(r/4)*4),{memoryBytes:s}=this.#t,i=this.#e.limits.maxBufferSize;if(n>i||this.#s+n>s){let c=n<=i;throw new B({action:`allocate ${K(n)} for "${e}"`,current:c?`${K(this.#s)} of ${K(s)} taken`:`an adapter whose largest buffer is ${K(i)}`,wanted:"room for it",next:c?"raise --device-memory, or take a smaller graph or narrower layers":"take a smaller graph, narrower layers or another adapter"})}let a=new Hn(e,n,this.#o++,this.#i({label:e,size:n,...o}));return this.#r.add(a),this.#s+=n,this.#n=Math.max(this.#n,this.#s),a}#i(e){try{return this.#e.createBuffer(e)}catch(r){throw r instanceof RangeError?new B({action:`allocate ${K(e.size)} for "${e.label}"`,current:`an adapter that refuses (${r.message})`,wanted:"room for it",next:"take a smaller graph, narrower layers or another adapter"},{cause:r}):r}}holds(e){return this.#r.has(e)}since(e){return[...this.#r].filter(({id:r})=>r>=e)}release(e,r){this.#r.delete(e),this.#s-=e.bytes,e.state=r,e.held.destroy()}resetPeak(){this.#n=this.#s}};var Xu={ms:200,share:.01};function Ju({rate:t=0},e){return Math.max(e,Math.floor(Xu.ms*Xu.share*t))}function Qu({timer:t,waitMs:e}){if(t!=="wall-slope")return;let{wall:r,[t]:o}=xr;return Math.min(o,Math.max(r,Ur(e)))}function Zu({webgpu:t,because:e,driver:r,state:o,subgroups:n},{waitMs:s,ratio:i}){return{webgpu:t,...e!==void 0&&{"webgpu choice":e},...r!==void 0&&{"webgpu driver":r},...o!==void 0&&{"gpu state":o},"webgpu subgroups":n===void 0?"none":ns(n),"webgpu wait":`${s.toPrecision(2)} ms`,...i!==void 0&&{"webgpu timestamps":`${i.toPrecision(3)} ms in 1 ms of the wall clock`}}}var $p;function oo(){$p?.begin()}var Cp=20,no=class{#e=new Map;#t=0;#r=0;#o=performance.now();constructor({lost:e}){e.then(()=>{for(let r of[...this.#e.keys()])r()})}get count(){return this.#t}get pauses(){return this.#r}get waitingMs(){for(let e of this.#e.values())return performance.now()-e}async until(e){this.#t++,this.#e.size===0&&performance.now()-this.#o>Cp&&this.#r++,oo();let r;try{return await new Promise((o,n)=>{r=()=>o(void 0),this.#e.set(r,performance.now()),e.then(o,n)})}finally{this.#e.delete(r),this.#o=performance.now()}}};function el(){return performance.timeOrigin+performance.now()}var Kt=4096,so=class{#e;#t=[];#r=[];#o=[];#s=0;#n=0;#i=new BigUint64Array;constructor(e){this.#e=e}pass(){let e=this.#n%Kt;return e===0&&this.#t.push(this.#e.createQuerySet({type:"timestamp",count:Kt})),this.#n+=2,{querySet:this.#t.at(-1),beginningOfPassWriteIndex:e,endOfPassWriteIndex:e+1}}submitted(){this.#r.length===0&&(this.#s=el()),this.#n>(this.#r.at(-1)??0)&&this.#r.push(this.#n)}mark(){this.#o.push(this.#r.length)}async read(){if(this.#n===0)return{ms:0,parts:this.#o.map(()=>0),quantumNs:0};let e=this.#n*8,r=this.#e.createBuffer({size:e,usage:GPUBufferUsage.QUERY_RESOLVE|GPUBufferUsage.COPY_SRC}),o=this.#e.createBuffer({size:e,usage:GPUBufferUsage.MAP_READ|GPUBufferUsage.COPY_DST});try{let n=this.#e.createCommandEncoder();return this.#t.forEach((s,i)=>{let a=Math.min(Kt,this.#n-i*Kt);n.resolveQuerySet(s,0,a,r,i*Kt*8)}),n.copyBufferToBuffer(r,0,o,0,e),this.#e.queue.submit([n.finish()]),await o.mapAsync(GPUMapMode.READ),this.#i=new BigUint64Array(o.getMappedRange()).slice(),Gp(this.#i,{ends:this.#r,marks:this.#o})}finally{r.destroy(),o.destroy()}}get passes(){let e=r=>this.#s+Number(this.#i[r]-this.#i[0])/1e6;return Array.from({length:this.#i.length/2},(r,o)=>({begin:e(2*o),end:e(2*o+1)}))}destroy(){for(let e of this.#t)e.destroy()}};function Gp(t,{ends:e,marks:r=[]}){let o=t.reduce((u,l)=>l<u?l:u,t[0]),n=Array.from(t,u=>Number(u-o)),s=0,i=0,a=e.map(u=>{let l=1/0,f=0;for(;s<u;s++)l=Math.min(l,n[s]),f=Math.max(f,n[s]);let d=Math.max(0,f-Math.max(l,i));return i=Math.max(i,f),d}),c=(u,l)=>a.slice(u,l).reduce((f,d)=>f+d,0)/1e6;return{ms:c(0,a.length),parts:r.map((u,l)=>c(r[l-1]??0,u)),quantumNs:n.reduce(Kn,0)}}function Kn(t,e){for(;e!==0;)[t,e]=[e,t%e];return t}function jn(t,e){let r=e.message.trim().replace(/\s+/g," ")||"an error without a message";return e.constructor.name==="GPUOutOfMemoryError"?new B({action:t,current:r,wanted:"device memory",next:"lower the problem's size, or --scale it"}):new W({action:t,current:r,wanted:"valid work",next:"report this with the kernel's name"})}function Bp(t,e){let r=t.buffer;return e==="dawn"&&r instanceof SharedArrayBuffer?t.slice():t}function tl({queue:t},e,{buffer:r,byteOffset:o,data:n}){let s=new Uint8Array(n.buffer,n.byteOffset,n.byteLength),i=s.byteLength-s.byteLength%4;for(let a=0;a<i;a+=67108864){let c=s.subarray(a,Math.min(i,a+67108864));t.writeBuffer(r,o+a,Bp(c,e)),i>67108864&&t.submit([])}if(i<s.byteLength){let a=new Uint8Array(4);a.set(s.subarray(i)),t.writeBuffer(r,o+i,a)}}var Dp=4*2**30,Wp=2**31,Fp=2**27,zp=256*2**20,rl=["validation","out-of-memory","internal"],io=class{gpu;backend;isa;webgpu;name;adapterKind;threads;limits;shared;pipelines;onPasses;tuning;calibration;dispatchWork;#e;#t;#r;#o;#s;#n;constructor(e,r,o){this.gpu=e,this.backend="webgpu",this.isa="",this.threads=0,this.shared=new WeakMap,this.pipelines=new Map,this.calibration={timer:"wall-slope",waitMs:1/0},this.#r=[];let{name:n,kind:s,webgpu:i}=r;this.#o=r,this.name=n,this.adapterKind=s,this.webgpu=i;let a=s==="software",{memoryBytes:c=a?Dp:Number.MAX_SAFE_INTEGER}=o;this.limits=Vu(e,{memoryBytes:c,bindingBytes:o.bindingBytes??1/0}),this.dispatchWork=a?Fp:Wp,this.#t=new ro(e,this.limits),this.#e=new Vt(e,this.dispatchWork),e.addEventListener("uncapturederror",u=>{u.preventDefault(),this.#r.push(u.error)}),e.lost.then(({reason:u,message:l})=>this.#n??=`a lost device (${l||u})`),this.#s=new no(e)}get timer(){return this.calibration.timer}get shortestSampleMs(){return Qu(this.calibration)}get lost(){return this.#n}get facts(){return Zu({...this.#o,...this.limits},this.calibration)}get ledger(){return this.#t.bytes}get waits(){return this.#s.count}get pauses(){return this.#s.pauses}get waitingMs(){return this.#s.waitingMs}get waitMs(){return this.calibration.waitMs}allocate(e,r){return this.#i(e,r,GPUBufferUsage.STORAGE|GPUBufferUsage.COPY_SRC|GPUBufferUsage.COPY_DST)}uniform(e,r){let o=Math.ceil(r.byteLength/16)*16,n=this.#i(e,o,GPUBufferUsage.UNIFORM|GPUBufferUsage.COPY_DST);return this.write(n,r),n}staging(e,r){return this.#i(e,r,GPUBufferUsage.MAP_WRITE|GPUBufferUsage.COPY_SRC,!0)}#i(e,r,o,n=!1){return this.#a(`allocate "${e}"`),this.#t.reserve(e,r,{usage:o,mappedAtCreation:n})}write(e,r,o=0){this.#a(`write buffer "${e.label}"`),to("write",e,{begin:o,end:o+r.byteLength}),this.#e.flush(),tl(this.gpu,this.webgpu,{buffer:e.gpu,byteOffset:o,data:r})}async read(e,r=e.bytes){this.#a(`read buffer "${e.label}"`),to("read",e,{begin:0,end:r});let o=e.gpu,n=new Uint8Array(r),s=Math.ceil(r/4)*4,i=Math.min(s,zp),a=this.gpu.createBuffer({label:"read",size:i,usage:GPUBufferUsage.MAP_READ|GPUBufferUsage.COPY_DST});try{for(let c=0;c<s;c+=i){let u=Math.min(i,s-c);this.#e.encode(l=>l.copyBufferToBuffer(o,c,a,0,u)),this.#e.flush(),await this.#s.until(a.mapAsync(GPUMapMode.READ,0,u)),this.#a(`read buffer "${e.label}"`),n.set(new Uint8Array(a.getMappedRange(0,u)).subarray(0,r-c),c),a.unmap()}}catch(c){throw this.#a(`read buffer "${e.label}"`),this.#d(`read buffer "${e.label}"`)??c}finally{a.destroy()}return this.#f(`read buffer "${e.label}"`),n.buffer}free(e){let r=e;if(r.state!=="dropped"){if(!this.#t.holds(r))throw new W({action:`free buffer "${e.label}"`,current:"a buffer that this device does not hold",wanted:"one that it allocated and has not freed",next:"free each buffer once, on its own device"});this.#c(r,"freed")}}#c(e,r){this.#e.flush(),this.#t.release(e,r)}clear(e){this.#a(`clear buffer "${e.label}"`);let r=e.gpu;this.#e.encode(o=>o.clearBuffer(r))}copy(e,r,o){for(let{buffer:i,byteOffset:a=0}of[e,r])this.#a(`copy buffer "${i.label}"`),to("copy",i,{begin:a,end:a+o});let[n,s]=[e.buffer.gpu,r.buffer.gpu];this.#e.encode(i=>i.copyBufferToBuffer(n,e.byteOffset??0,s,r.byteOffset??0,o))}bindGroup(e,r){for(let{label:n,bytes:s}of r)if(s>this.limits.bindingBytes)throw new W({action:`bind "${n}" of ${K(s)}`,current:`a binding limit of ${K(this.limits.bindingBytes)}`,wanted:"a buffer within it",next:"cut the operand into panels or chunks"});let o=r.map(({gpu:n},s)=>({binding:s,resource:{buffer:n}}));return this.gpu.createBindGroup({layout:e.getBindGroupLayout(0),entries:o})}dispatch(e,r,o,n){this.#n!==void 0&&this.#a("dispatch a kernel"),this.#e.dispatch(e,r,o,n)}async finish(){this.#a("finish queued work"),this.#e.flush()||this.gpu.queue.submit([]),await this.#s.until(this.gpu.queue.onSubmittedWorkDone()),this.#f("finish queued work")}async time(e,r){if(this.timer==="gpu-timestamp")return this.webgpu==="dawn"&&await this.finish(),await this.#l(async i=>(this.#u(e,r,i),(await i.read()).ms));let o=await this.batch(e,r),n=await this.batch(e,2*r),s=n.wallMs-o.wallMs;return s>0?s:n.wallMs/2}async timeParts(e){return await this.#l(async r=>{for(let o of e)this.#u(o,1,r),r.mark();return(await r.read()).parts})}async batch(e,r){await this.finish();let o=async n=>{let s=performance.now();return this.#u(e,r,n),await this.finish(),performance.now()-s};return this.gpu.features.has("timestamp-query")?await this.#l(async n=>({wallMs:await o(n),pass:await n.read()})):{wallMs:await o()}}#u(e,r,o){this.#a("time a kernel"),this.#e.submit(()=>{for(let n=0;n<r;n++)e()},o)}async#l(e){let r=new so(this.gpu),o;try{o=await this.#s.until(e(r)),this.onPasses?.(r.passes)}catch(n){throw this.#a("time a kernel"),this.#d("time a kernel")??n}finally{r.destroy()}return this.#f("time a kernel"),o}async guard(e,r){this.#a(e),this.#e.flush();let o=this.#t.nextId;for(let a of rl)this.gpu.pushErrorScope(a);let n;try{n={value:await r()},this.#e.flush()}catch(a){n={thrown:a}}let i=(await Promise.all(rl.map(()=>this.gpu.popErrorScope().catch(()=>null)))).find(a=>a!=null);if("value"in n&&!i&&this.#n===void 0)return n.value;for(let a of this.#t.since(o))this.#c(a,"dropped");throw"thrown"in n&&n.thrown instanceof T?n.thrown:i?jn(e,i):(this.#a(e),n.thrown)}resetPeak(){this.#t.resetPeak()}close(){for(let e of this.#t.since(0))this.#c(e,"freed");this.#n??="a closed device",this.gpu.destroy()}#a(e){if(this.#n!==void 0)throw new W({action:e,current:this.#n,wanted:"an open one",next:"open the device again; resume the session with --session NAME"})}#d(e){let[r]=this.#r.splice(0);return r&&jn(e,r)}#f(e){this.#a(e);let r=this.#d(e);if(r)throw r}};var qp=9;async function ol({queue:t}){let e=[];for(let r=0;r<qp;r++){oo();let o=performance.now();t.submit([]),await t.onSubmittedWorkDone(),e.push(performance.now()-o)}return q(e)}var Yn=`// sink[i] = x -> x * 1.0001 + 0.0001, 4 * ITERATIONS times      A kernel whose length is known: arithmetic alone.
// One invocation an element; the four steps of an iteration depend on each other, so no compiler shortens them.
// Shapes: sink [groups * 64].
override ITERATIONS: u32 = 256u;
@group(0) @binding(0) var<storage, read_write> sink: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x & 255u) * 0.01;
  for (var i = 0u; i < ITERATIONS; i++) {
    x = fma(x, 1.0001, 0.0001);
    x = fma(x, 0.9999, 0.0001);
    x = fma(x, 1.0001, -0.0001);
    x = fma(x, 0.9999, -0.0001);
  }
  sink[id.x] = x;
}
`;var nl=.15,Kp={hardware:250,software:100,none:100},jp=3,sl=2**15,Yp=64,ut=64,Vp={hardware:4096,software:256,none:256},Xp=4096,il=4,al=new Map;async function cl(t){let e=`${t.webgpu} ${t.name}`,r=al.get(e);return r===void 0&&(r={...await Jp(t),waitMs:await ol(t.gpu)},al.set(e,r)),r}async function Jp(t){if(!t.gpu.features.has("timestamp-query"))return{timer:"wall-slope"};let e=Vp[t.adapterKind],r=await Re(t,{label:"calibration",source:Yn,constants:{ITERATIONS:e}}),o=Math.min(Yp,Math.floor(t.limits.bindingBytes/(ut*4))),n=t.allocate("calibration",o*ut*4);try{let s=t.bindGroup(r,[n]),i=o*ut*e*4,a=()=>t.dispatch(r,s,[o,1,1],i),c=Kp[t.adapterKind],u=1,l=await t.batch(a,u);for(;l.wallMs<c&&u<sl;)u=Math.min(sl,u*Math.max(2,Math.min(16,Math.ceil(c/l.wallMs)))),l=await t.batch(a,u);let f=0,d=0;for(let p=0;p<jp&&Math.abs(f-1)>nl;p++){p>0&&(l=await t.batch(a,u));let g=await t.batch(a,2*u),w=g.wallMs-l.wallMs;f=w>0?(g.pass.ms-l.pass.ms)/w:0,d=Kn(l.pass.quantumNs,g.pass.quantumNs)}let m=Math.abs(f-1)<=nl?"gpu-timestamp":"wall-slope",h=m==="gpu-timestamp"&&t.adapterKind==="hardware";return{timer:m,ratio:f,quantumNs:d,...h&&{rate:await Qp(t,e)}}}finally{t.free(n)}}async function Qp(t,e){let r=await Re(t,{label:"calibration",source:Yn,constants:{ITERATIONS:e}}),o=Math.min(Xp,Math.floor(t.limits.bindingBytes/(ut*4))),n=t.allocate("rate",o*ut*4);try{let s=o*ut*e*4,i=t.bindGroup(r,[n]),a=()=>t.dispatch(r,i,[o,1,1],s);await t.batch(a,1);let{pass:c}=await t.batch(a,il);return il*s/c.ms}finally{t.free(n)}}var Zp=["maxBufferSize","maxStorageBufferBindingSize","maxStorageBuffersPerShaderStage","maxComputeWorkgroupStorageSize","maxComputeInvocationsPerWorkgroup","maxComputeWorkgroupSizeX","maxComputeWorkgroupSizeY","maxComputeWorkgroupSizeZ","maxComputeWorkgroupsPerDimension"];async function ul(t,e={}){let{adapter:r,name:o,webgpu:n}=t,s=Object.fromEntries(Zp.map(u=>[u,Math.min(r.limits[u],Number.MAX_SAFE_INTEGER)])),i=r.features.has("timestamp-query")?["timestamp-query"]:[],a;try{a=await rs(r,n,{label:o,requiredFeatures:i,requiredLimits:s})}catch(u){throw new W({action:`open "${o}"`,current:u instanceof Error?u.message:String(u),wanted:"a device with the adapter's own limits",next:"update the graphics driver, or use --device wasm"},{cause:u})}let c=new io(a,t,e);return c.calibration=await cl(c),c.dispatchWork=Ju(c.calibration,c.dispatchWork),c.resetPeak(),c}var eh={hardware:2**30,software:2**28},{isSecureContext:th=!1,crossOriginIsolated:rh=!1}=globalThis,oh=20;async function ll(){if(navigator.gpu===void 0)return{reason:th?"This browser has no WebGPU, or has it switched off. A current Chrome, Edge, Safari or Firefox has it.":"Browsers give WebGPU to pages from disk, from loopback and over HTTPS only. Save this page and open the file."};let t=await navigator.gpu.requestAdapter({powerPreference:"high-performance"})??await navigator.gpu.requestAdapter();if(t===null)return{reason:"The browser has WebGPU, but found no graphics card that it trusts. A newer driver of the card or another browser may help."};let e=Yu(t.info),r=qn(t.info);return await ul({adapter:t,name:r,kind:e,webgpu:"browser"},{memoryBytes:eh[e]})}function fl(){let t=1/0,e=performance.now();for(let r=0;r<oh;){let o=performance.now();o!==e&&(t=Math.min(t,o-e),e=o,r++)}return t}function dl(t,{clockMs:e,commit:r}){let{quantumNs:o}=t.calibration;return{device:t.name,"device backend":t.backend,"adapter kind":t.adapterKind,"device threads":"0","device timer":t.timer,"device memory limit":String(t.limits.memoryBytes),"device binding limit":String(t.limits.bindingBytes),"device workgroup memory":String(t.limits.workgroupBytes),...t.facts,...o!==void 0&&{"timestamp step":`${o} ns`},browser:navigator.userAgent,"browser clock step":`${e.toPrecision(2)} ms`,"cross-origin isolated":String(rh),"cpu cores":String(navigator.hardwareConcurrency),commit:r}}var Vn=1;function ml(t){throw new X({action:t,current:"a page in a browser",wanted:"a run",next:"use repro"})}function pl(t){return`try-${t.toISOString().slice(0,16).replaceAll(/[^0-9]/g,"")}`}async function gl(t,e){let{set:r,allowSoftware:o,commit:n,paper:s,signal:i,say:a,onPart:c}=e,u=performance.now(),l=new Date,f=fl(),d=Gu[r],m=Fu(r,t,f),h=Ku(d),p=new Wr,{backend:g,adapterKind:w,name:y,threads:b}=t,x=[],M=[],A=[],S=null,v=(O=!1)=>({document:{schema:Je,session:pl(l),created:l.toISOString(),updated:new Date().toISOString(),profile:m.id,seed:Vn,command:["try.html",r],device:{backend:g,adapterKind:w,name:y,threads:b},calibration:S&&{...S,sentinelDrift:ua(A,S.smallestDifference)?.drift??1},environment:dl(t,{clockMs:f,commit:n}),papers:[s],suites:[ju(h)],datasets:[...x],seconds:(performance.now()-u)/1e3,finished:O},finished:[...M],rows:[...A],clockMs:f}),k={device:t,allowSoftware:o,profile:m,seed:Vn,hostThreads:0,ranks:{count:1,engine:"local"},cached:()=>ml("look into the cache folder"),once:(...O)=>p.get(k,...O),kept:(O,...I)=>p.get(k,...I),load:()=>ml("load a dataset"),say:a,phase:()=>{}},E;try{if(w!=="software"||o){a("The card against itself: how small a difference this page can see.");let I={kernel:vt.at(-1),roofline:async()=>{let{copyGBs:_,readGBs:G,gflops:D}=await us(t);return{bandwidthGBs:Math.max(_,G),gflops:D}}};S=await za(k,I,i),E=await qa(k,I),c(v())}let O={commit:n,calibration:S,allowSoftware:o,signal:i,gpuState:()=>Promise.resolve(void 0)};for(let{name:I,workload:_}of d){i.throwIfAborted(),a(`Drawing the graph ${I}.`),await hl();let G=performance.now(),D=await Bu(I,Vn);x.push(Du(D)),a(`${I}: each kernel against the oracle.`),await hl();let L=new Dr(h,_,h.contenders,{lab:k,context:O}),U=await L.open(D),C=await L.run(E?.contestant,(V,Pe)=>a(`${I}: round ${V} of ${Pe}.`)),Y=(performance.now()-G)/1e3,H=await fa({suite:h.id,workload:_.id,...U,...C,seconds:Y},{session:pl(l),attempt:1});M.push(H),A.push(...H.rows),c(v())}return v(!0)}finally{E?.close()}}function hl(){return new Promise(t=>setTimeout(t,20))}function wl({aaRounds:t,aaRuns:e=1}){return e===1?`${t} rounds`:`${t} rounds, median of ${e} runs`}var ao=class{source;constructor(e){this.source=e}toString(){return this.source}},nh={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"};function sh(t){return t.replace(/[&<>"']/g,e=>nh[e]??e).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g,"\uFFFD")}function bl(t){return t===void 0||t===!1?"":t instanceof ao?t.source:Array.isArray(t)?t.map(bl).join(""):sh(String(t))}function te(t,...e){return new ao(t.map((r,o)=>r+(o<e.length?bl(e[o]):"")).join(""))}var ih=t=>t<1e3?`${z(t,3)} ns`:`${z(t/1e3,3)} \xB5s`,co=t=>`${z(100*t,2)} %`;function ah({document:t,clockMs:e},r){let{timer:o,ratio:n,quantumNs:s=0,waitMs:i}={timer:t.environment["device timer"],...r},a=n===void 0?"The browser gives no timestamps of the card.":o==="gpu-timestamp"?`Times are the card's own timestamps, in steps of ${ih(s)}. Over a long batch they differ from the browser's clock by ${co(Math.abs(n-1))}.`:`The card's timestamps differ from the browser's clock by ${co(Math.abs(n-1))}: not used.`,c=o==="gpu-timestamp"?"":` Times are those of the browser's clock, between a batch and one of twice its length. A wait for the card takes ${z(i,2)} ms.`;return[`${a}${c}`,`The browser's own clock moves in steps of ${z(e,2)} ms.`]}function ch(t,e){let{device:r,calibration:o}=t.document,n=[...r.adapterKind==="software"?["This adapter emulates a card on the CPU: its checks count, its times say nothing about a card."]:[],...ah(t,e),...o===null?[]:[te`The same kernel against itself (${wl(o)}): <strong>a difference below ${co(o.smallestDifference)} cannot be seen</strong> in this session.`,`Memory of the card, by a probe: ${z(o.bandwidthGBs,3)} GB/s; arithmetic: ${z(o.gflops,3)} GFLOP/s.`,...o.sentinelDrift>1?[`A kernel that runs in every round drifted by ${co(o.sentinelDrift-1)}.`]:[]]];return te`
    <h2>How far to trust the times</h2>
    <ul>${n.map(s=>te`<li>${s}</li>`)}</ul>
  `}function uh({status:t,reason:e,checked_rows:r,rel_err:o,tolerance:n}){if(t==="wrong")return`WRONG: ${e}`;let s=r===void 0?"not checked":`right in ${r} rows, error ${z(o,2)} of ${z(n,2)} allowed`;return t==="ok"?s:`${s}; ${t}: ${e}`}function lh(t){let{median:e,ci_lo:r=e,ci_hi:o=e,contender:n}=t,s=uh(t);return e===void 0||r===void 0||o===void 0?{name:n,kind:"own",note:s}:{name:n,kind:"own",time:{ms:e,lo:r,hi:o},note:s}}function fh({device:t,backend:e,isa:r,contender:o,ms:n,interval:[s,i],session:a}){return{name:te`${t} <span class="quiet">${o}, ${r===""?e:r}</span>`,kind:"recorded",time:{ms:n,lo:s,hi:i},note:`recorded in ${a}`}}function dh({kind:t,time:e},r,o){if(e===void 0)return;let n=s=>(100*Math.min(1,r/s/o)).toFixed(2);return te`
    <svg class="bar ${t}" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect
        x="0" y="1" width="${n(e.ms)}" height="8" />
      <line x1="${n(e.hi)}" y1="5" x2="${n(e.lo)}" y2="5" />
    </svg>
  `}function mh(t,e,r){let o=e.filter(({dataset:m,metric:h})=>m===t.name&&h==="time"),n=e.find(({dataset:m,metric:h})=>m===t.name&&h==="gflops"),s=o.find(({cell:m})=>m===n?.cell),i=n?.median!==void 0&&s?.median!==void 0?n.median*s.median:1,a=Number(/(?:^|;)width=(\d+)/.exec(o[0]?.factors??"")?.[1]),c=r.filter(m=>m.datasetHash===t.hash&&m.width===a),u=[...o.map(lh),...c.map(fh)],l=Math.max(...u.flatMap(({time:m})=>m?[i/m.lo]:[]),0),f=`${t.vertices.toLocaleString("en")} vertices, ${t.storedEdges.toLocaleString("en")} edges, ${a} columns`,d=u.map(m=>te`
      <tr class="${m.kind}">
        <th scope="row">${m.name}${dh(m,i,l)}<span class="quiet">${m.note}</span></th>
        <td>${m.time&&z(m.time.ms)}<span class="quiet">${m.time&&Lr(m.time.lo,m.time.hi)}</span></td>
        <td>${m.time&&n&&z(i/m.time.ms,3)}</td>
      </tr>
    `);return te`
    <section><h3>${t.name}</h3><p class="quiet">${f}</p>${ph(u)}
      <table><caption>Time of one product, median with its 95 % interval. Longer bars are faster; hollow ones are
          recorded devices.</caption><thead><tr><th scope="col">Kernel</th><th scope="col">ms</th><th
            scope="col">GFLOP/s</th></tr></thead><tbody>${d}</tbody></table></section>
  `}function ph(t){let e=s=>t.filter(i=>i.kind===s&&i.time).toSorted((i,a)=>i.time.ms-a.time.ms)[0],r=e("own"),o=e("recorded");if(r===void 0)return;let n=o&&o.time.ms/r.time.ms;return te`<p>Shortest median: <strong>${r.name}</strong>, ${z(r.time.ms)} ms${n!==void 0&&te`; the fastest recorded device takes ${z(n,3)} times as long (${o.name})`}.</p>`}function yl(t,e,r){let{datasets:o}=t.document,n=o.filter(({name:s})=>t.rows.some(({dataset:i})=>i===s));return te`${ch(t,r)}${n.length>0&&te`<h2>The ladder</h2>${n.map(s=>mh(s,t.rows,e))}`}`.source}var hh=Uint32Array.from({length:256},(t,e)=>{let r=e;for(let o=0;o<8;o++)r=r>>>1^(r&1?3988292384:0);return r});function xl(t){let e=4294967295;for(let r of t)e=e>>>8^hh[(e^r)&255];return(e^4294967295)>>>0}var gh=67324752,wh=33639248,bh=101010256,uo=30,Xn=46,yh=22,xh=0,Sh=8,kl=20,Eh=2048,vh=33,Sl=4294967295,Al=65535;async function kh(t){let e=new Blob([t]).stream();return await new Response(e.pipeThrough(new CompressionStream("deflate-raw"))).bytes()}async function Ah({path:t,bytes:e}){let r=await kh(e),o=r.length<e.length;return{name:new TextEncoder().encode(t),method:o?Sh:xh,data:o?r:e,bytes:e.length,crc:xl(e)}}function El(t,e,{name:r,method:o,data:n,bytes:s,crc:i}){t.setUint16(e,kl,!0),t.setUint16(e+2,Eh,!0),t.setUint16(e+4,o,!0),t.setUint16(e+8,vh,!0),t.setUint32(e+10,i,!0),t.setUint32(e+14,n.length,!0),t.setUint32(e+18,s,!0),t.setUint16(e+22,r.length,!0)}function vl(t){return new R({action:"write a ZIP archive",current:t,wanted:`at most ${Al} files, each and all together of less than 4 GiB`,next:"pack fewer files"})}async function Ml(t){if(t.length>Al)throw vl(`${t.length} files`);let e=await Promise.all(t.map(Ah)),r=l=>e.reduce((f,d)=>f+l(d),0),o=r(({name:l,data:f})=>uo+l.length+f.length),n=r(({name:l})=>Xn+l.length),s=o+n+yh;if(s>Sl||e.some(({bytes:l})=>l>Sl))throw vl(`${s} bytes packed`);let i=new Uint8Array(s),a=new DataView(i.buffer),c=0,u=o;for(let l of e)a.setUint32(c,gh,!0),El(a,c+4,l),i.set(l.name,c+uo),i.set(l.data,c+uo+l.name.length),a.setUint32(u,wh,!0),a.setUint16(u+4,kl,!0),El(a,u+6,l),a.setUint32(u+42,c,!0),i.set(l.name,u+Xn),c+=uo+l.name.length+l.data.length,u+=Xn+l.name.length;return a.setUint32(u,bh,!0),a.setUint16(u+8,t.length,!0),a.setUint16(u+10,t.length,!0),a.setUint32(u+12,n,!0),a.setUint32(u+16,o,!0),i}var Mh="manifest.json",Oh=1;async function Ol(t,{schema:e,session:r,samples:o}){let n={archive:Oh,schema:e,session:r,samples:o,files:await Promise.all(t.map(async({path:i,bytes:a})=>({path:i,bytes:a.length,sha256:await ve(a)})))},s=new TextEncoder().encode(JSON.stringify(n,null,2)+`
`);return await Ml([{path:Mh,bytes:s},...t])}async function Rl({document:t,finished:e}){let o=[["session.json",JSON.stringify(t,null,2)+`
`],["journal.jsonl",e.map(({entry:i})=>JSON.stringify(i)+`
`).join("")],[Rt.file,Nt(Rt)+e.map(({lines:i})=>i.rows).join("")],[_t.file,Nt(_t)+e.map(({lines:i})=>i.samples).join("")],[en.file,Nt(en)],[tn.file,Nt(tn)]].map(([i,a])=>({path:i,bytes:new TextEncoder().encode(a)})),{schema:n,session:s}=t;return await Ol(o,{schema:n,session:s,samples:"kept"})}var pe=t=>document.getElementById(t),{commit:Rh,paper:_h,recorded:Nh}=JSON.parse(pe("data").textContent),Th=pe("progress"),Ih=pe("results"),lt=pe("save"),Qn=pe("start"),Jn=pe("stop"),Zn=pe("choices"),ft=t=>document.documentElement.dataset.state=t,jt=t=>Th.textContent=t;function Nl(t){console.error(t),jt(t instanceof Error?t.message:String(t)),ft("failed")}async function _l(t){if(t.finished.length===0)return;let e=await Rl(t);lt.href&&URL.revokeObjectURL(lt.href),lt.href=URL.createObjectURL(new Blob([e],{type:"application/zip"})),lt.download=`${t.document.session}.zip`,lt.hidden=!1}async function Ph(t){let e=new AbortController;Jn.onclick=()=>e.abort(new Error("Stopped. Results of finished graphs stay.")),Qn.disabled=!0,Jn.hidden=!1,lt.hidden=!0,ft("running");let r=n=>{Ih.innerHTML=yl(n,Nh,t.calibration)},o=Promise.resolve();try{let n=new FormData(Zn),s=await gl(t,{set:n.get("graphs"),allowSoftware:n.has("software"),commit:Rh,paper:_h,signal:e.signal,say:jt,onPart:i=>{r(i),o=o.then(()=>_l(i))}});r(s),await o,await _l(s),jt("Done. Save the session to keep it, or to compare it with another card's."),ft("done")}catch(n){await o,Nl(n)}finally{Qn.disabled=!1,Jn.hidden=!0}}ft("opening");try{let t=await ll();if("reason"in t)jt(t.reason),ft("failed");else{let e=t.adapterKind==="software";pe("card").textContent=e?`${t.name} (an emulation)`:t.name,pe("software-choice").hidden=!e,e&&(Zn.elements.graphs.value="small"),Zn.onsubmit=r=>{r.preventDefault(),Ph(t)},Qn.disabled=!1,jt("Ready."),ft("ready")}}catch(t){Nl(t)}
