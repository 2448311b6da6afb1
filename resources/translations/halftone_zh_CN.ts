<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>&amp;Open Model…</source>
        <translation>打开模型(&amp;O)…</translation>
    </message>
    <message>
        <source>Open an ONNX file.</source>
        <translation>打开ONNX文件。</translation>
    </message>
    <message>
        <source>Open &amp;Sample LeNet-5</source>
        <translation>打开示例模型LeNet-5(&amp;S)</translation>
    </message>
    <message>
        <source>Open the small network for digits that is built in.</source>
        <translation>打开内置的手写数字识别小网络。</translation>
    </message>
    <message>
        <source>&amp;Close Model</source>
        <translation>关闭模型(&amp;C)</translation>
    </message>
    <message>
        <source>Close the model and keep the mixlist.</source>
        <translation>关闭模型，保留混合精度名单。</translation>
    </message>
    <message>
        <source>Export Graph as &amp;PNG…</source>
        <translation>将计算图导出为PNG(&amp;P)…</translation>
    </message>
    <message>
        <source>Write the whole graph as a picture.</source>
        <translation>将整个计算图保存为图片。</translation>
    </message>
    <message>
        <source>Export Graph as S&amp;VG…</source>
        <translation>将计算图导出为SVG(&amp;V)…</translation>
    </message>
    <message>
        <source>Write the whole graph as a drawing that can be scaled.</source>
        <translation>将整个计算图保存为可缩放的矢量图。</translation>
    </message>
    <message>
        <source>Export Graph as P&amp;DF…</source>
        <translation>将计算图导出为PDF(&amp;D)…</translation>
    </message>
    <message>
        <source>Write the whole graph as one page.</source>
        <translation>将整个计算图保存为一页PDF。</translation>
    </message>
    <message>
        <source>Export Operators as CS&amp;V…</source>
        <translation>将算子表导出为CSV(&amp;V)…</translation>
    </message>
    <message>
        <source>Write the table of operators for a spreadsheet.</source>
        <translation>保存算子表，供电子表格软件使用。</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Close the window.</source>
        <translation>关闭窗口。</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>Take the last change back.</source>
        <translation>撤销上一次修改。</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Make the change again that was taken back.</source>
        <translation>重做已撤销的修改。</translation>
    </message>
    <message>
        <source>&amp;Find Anything</source>
        <translation>全局搜索(&amp;F)</translation>
    </message>
    <message>
        <source>Find an operator, a type, a decision or a command.</source>
        <translation>搜索算子、算子类型、判定结果或命令。</translation>
    </message>
    <message>
        <source>Fi&amp;lter Operators</source>
        <translation>筛选算子(&amp;L)</translation>
    </message>
    <message>
        <source>Show only the operators that have some words.</source>
        <translation>只显示包含指定文字的算子。</translation>
    </message>
    <message>
        <source>&amp;Copy Operator Name</source>
        <translation>复制算子名(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Graph</source>
        <translation>计算图(&amp;G)</translation>
    </message>
    <message>
        <source>Show the graph, its operators and why each has its type.</source>
        <translation>显示计算图、算子以及每个算子数据类型的判定依据。</translation>
    </message>
    <message>
        <source>&amp;Mixlist</source>
        <translation>混合精度名单(&amp;M)</translation>
    </message>
    <message>
        <source>Edit the black, gray and white lists.</source>
        <translation>编辑黑名单、灰名单和白名单。</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>模式对比(&amp;C)</translation>
    </message>
    <message>
        <source>Show modes, levels and tools side by side.</source>
        <translation>并排显示各种精度模式、混合精度等级和工具。</translation>
    </message>
    <message>
        <source>&amp;Training</source>
        <translation>训练(&amp;T)</translation>
    </message>
    <message>
        <source>Train the model in this precision and watch.</source>
        <translation>按当前精度训练模型并观察过程。</translation>
    </message>
    <message>
        <source>&amp;Forward Graph</source>
        <translation>前向计算图(&amp;F)</translation>
    </message>
    <message>
        <source>Show the model as it is in the file.</source>
        <translation>按文件原样显示模型。</translation>
    </message>
    <message>
        <source>Training &amp;Step</source>
        <translation>训练step(&amp;S)</translation>
    </message>
    <message>
        <source>Show forward, loss, backward and update of one training step.</source>
        <translation>显示一个训练step的前向、Loss、反向和权重更新。</translation>
    </message>
    <message>
        <source>F&amp;it to Window</source>
        <translation>适应窗口(&amp;I)</translation>
    </message>
    <message>
        <source>Show the whole graph.</source>
        <translation>显示整个计算图。</translation>
    </message>
    <message>
        <source>&amp;Zoom to Selection</source>
        <translation>缩放到选中项(&amp;Z)</translation>
    </message>
    <message>
        <source>Bring the selected operator to the middle.</source>
        <translation>将所选算子移到中央。</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>后退(&amp;B)</translation>
    </message>
    <message>
        <source>Select the operator that was selected before.</source>
        <translation>选中上一个选过的算子。</translation>
    </message>
    <message>
        <source>For&amp;ward</source>
        <translation>前进(&amp;W)</translation>
    </message>
    <message>
        <source>Select the operator that Back came from.</source>
        <translation>选中后退之前的算子。</translation>
    </message>
    <message>
        <source>Ne&amp;xt Pane</source>
        <translation>下一个窗格(&amp;X)</translation>
    </message>
    <message>
        <source>Move the keyboard to the next pane.</source>
        <translation>将键盘焦点移到下一个窗格。</translation>
    </message>
    <message>
        <source>&amp;Reset Layout</source>
        <translation>恢复默认布局(&amp;R)</translation>
    </message>
    <message>
        <source>Put all panes back where they were at first.</source>
        <translation>将所有窗格恢复到初始位置。</translation>
    </message>
    <message>
        <source>&amp;Why This Type?</source>
        <translation>为什么是此类型？(&amp;W)</translation>
    </message>
    <message>
        <source>Show every step of the decision for the selected operator.</source>
        <translation>显示所选算子判定依据的每一步。</translation>
    </message>
    <message>
        <source>&amp;Go to the Operator It Follows</source>
        <translation>转到所跟随的算子(&amp;G)</translation>
    </message>
    <message>
        <source>Select the operator whose type a gray operator took.</source>
        <translation>选中灰名单算子所跟随的算子。</translation>
    </message>
    <message>
        <source>&amp;List All of This Type</source>
        <translation>列出同类型的所有算子(&amp;L)</translation>
    </message>
    <message>
        <source>Filter the table by the type of the selected operator.</source>
        <translation>按所选算子的类型筛选算子表。</translation>
    </message>
    <message>
        <source>Set &amp;Dimensions…</source>
        <translation>设置维度(&amp;D)…</translation>
    </message>
    <message>
        <source>Give sizes to the named dimensions of the model.</source>
        <translation>为模型中的命名维度指定大小。</translation>
    </message>
    <message>
        <source>Move to &amp;Black</source>
        <translation>移到黑名单(&amp;B)</translation>
    </message>
    <message>
        <source>Keep the selected operator types in their precision.</source>
        <translation>所选算子类型保持原精度。</translation>
    </message>
    <message>
        <source>Move to &amp;Gray</source>
        <translation>移到灰名单(&amp;G)</translation>
    </message>
    <message>
        <source>Let the selected operator types follow the one before them.</source>
        <translation>所选算子类型跟随前一个算子。</translation>
    </message>
    <message>
        <source>Move to &amp;White</source>
        <translation>移到白名单(&amp;W)</translation>
    </message>
    <message>
        <source>Lower the selected operator types where it is possible.</source>
        <translation>所选算子类型在支持时降精度。</translation>
    </message>
    <message>
        <source>Back to the B&amp;uilt-in List</source>
        <translation>恢复内置策略(&amp;U)</translation>
    </message>
    <message>
        <source>Take the selected operator types out of the mixlist.</source>
        <translation>将所选算子类型从混合精度名单中删除。</translation>
    </message>
    <message>
        <source>&amp;Open Mixlist…</source>
        <translation>打开混合精度名单(&amp;O)…</translation>
    </message>
    <message>
        <source>Read an ops_info.json.</source>
        <translation>读取ops_info.json。</translation>
    </message>
    <message>
        <source>&amp;Save Mixlist</source>
        <translation>保存混合精度名单(&amp;S)</translation>
    </message>
    <message>
        <source>Write the list to its file.</source>
        <translation>将名单保存到原文件。</translation>
    </message>
    <message>
        <source>Save Mixlist &amp;As…</source>
        <translation>混合精度名单另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>Write the list to another file.</source>
        <translation>将名单保存到其他文件。</translation>
    </message>
    <message>
        <source>&amp;Check Mixlist</source>
        <translation>检查混合精度名单(&amp;C)</translation>
    </message>
    <message>
        <source>Read the list as CANN does and say what it would refuse or ignore.</source>
        <translation>按CANN的方式读取名单，并指出会被拒绝或忽略的内容。</translation>
    </message>
    <message>
        <source>&amp;Remove All Entries</source>
        <translation>删除所有条目(&amp;R)</translation>
    </message>
    <message>
        <source>Start again from the built-in lists.</source>
        <translation>从内置优化策略重新开始。</translation>
    </message>
    <message>
        <source>&amp;Previous Difference</source>
        <translation>上一处差异(&amp;P)</translation>
    </message>
    <message>
        <source>Select the operator before this one that not all columns decide alike.</source>
        <translation>选中前一个各列判定结果不一致的算子。</translation>
    </message>
    <message>
        <source>&amp;Next Difference</source>
        <translation>下一处差异(&amp;N)</translation>
    </message>
    <message>
        <source>Select the next operator that not all columns decide alike.</source>
        <translation>选中后一个各列判定结果不一致的算子。</translation>
    </message>
    <message>
        <source>&amp;Add Column</source>
        <translation>添加列(&amp;A)</translation>
    </message>
    <message>
        <source>Compare with one more mode, level or tool.</source>
        <translation>再添加一种精度模式、混合精度等级或工具进行对比。</translation>
    </message>
    <message>
        <source>&amp;Export Comparison as CSV…</source>
        <translation>将对比结果导出为CSV(&amp;E)…</translation>
    </message>
    <message>
        <source>Write the table of operators by ways to decide for a spreadsheet.</source>
        <translation>保存各判定方式的算子表，供电子表格软件使用。</translation>
    </message>
    <message>
        <source>Export &amp;Plots…</source>
        <translation>导出曲线图(&amp;P)…</translation>
    </message>
    <message>
        <source>Write the curves of the run as a picture.</source>
        <translation>将本次运行的曲线保存为图片。</translation>
    </message>
    <message>
        <source>Export &amp;Steps as CSV…</source>
        <translation>将各step导出为CSV(&amp;S)…</translation>
    </message>
    <message>
        <source>Write all numbers of all steps for a spreadsheet.</source>
        <translation>保存所有step的全部数值，供电子表格软件使用。</translation>
    </message>
    <message>
        <source>&amp;Keyboard Shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>Show all keys on one sheet.</source>
        <translation>在一页上显示所有快捷键。</translation>
    </message>
    <message>
        <source>&amp;About Halftone</source>
        <translation>关于Halftone(&amp;A)</translation>
    </message>
    <message>
        <source>Show the version and what this processor can do.</source>
        <translation>显示版本以及本机处理器的能力。</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>Mi&amp;xlist</source>
        <translation>混合精度名单(&amp;X)</translation>
    </message>
    <message>
        <source>&amp;Train</source>
        <translation>训练(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Open Sample &amp;ResNet Block</source>
        <translation>打开示例模型ResNet块(&amp;R)</translation>
    </message>
    <message>
        <source>Open two residual blocks with batch normalisation, which are built in.</source>
        <translation>打开内置的两个带批归一化的残差块。</translation>
    </message>
    <message>
        <source>Open Sample &amp;Transformer Block</source>
        <translation>打开示例模型Transformer块(&amp;T)</translation>
    </message>
    <message>
        <source>Open attention, normalisation and GELU of one block, which are built in.</source>
        <translation>打开内置的一个含注意力、归一化和GELU的块。</translation>
    </message>
    <message>
        <source>Open Sess&amp;ion…</source>
        <translation>打开会话(&amp;I)…</translation>
    </message>
    <message>
        <source>Take up work again: model, lists, mode and view.</source>
        <translation>继续之前的工作：模型、名单、模式和视图。</translation>
    </message>
    <message>
        <source>Sa&amp;ve Session</source>
        <translation>保存会话(&amp;V)</translation>
    </message>
    <message>
        <source>Write model, lists, mode and view to one file, saved or not.</source>
        <translation>将模型、名单、模式和视图写入一个文件，无论是否已保存。</translation>
    </message>
    <message>
        <source>Save Session &amp;As…</source>
        <translation>会话另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>Write the session to another file.</source>
        <translation>将会话保存到其他文件。</translation>
    </message>
    <message>
        <source>Export Graph as &amp;Tiles…</source>
        <translation>将计算图导出为分块图片(&amp;T)…</translation>
    </message>
    <message>
        <source>Write a graph that is too large for one picture as several PNGs.</source>
        <translation>计算图过大、无法放入一张图片时，保存为多个PNG。</translation>
    </message>
    <message>
        <source>Export Only the &amp;Visible Part</source>
        <translation>仅导出可见部分(&amp;V)</translation>
    </message>
    <message>
        <source>Pictures show the part of the graph that is in the view.</source>
        <translation>图片只包含视图中显示的那部分计算图。</translation>
    </message>
    <message>
        <source>Export Operators as &amp;JSON…</source>
        <translation>将算子表导出为JSON(&amp;J)…</translation>
    </message>
    <message>
        <source>Write the table of operators for a program.</source>
        <translation>保存算子表，供程序使用。</translation>
    </message>
    <message>
        <source>Se&amp;ttings…</source>
        <translation>设置(&amp;T)…</translation>
    </message>
    <message>
        <source>Set theme, language, size of text and what is done by itself.</source>
        <translation>设置主题、语言、文字大小以及自动执行的操作。</translation>
    </message>
    <message>
        <source>Copy &amp;Table as CSV</source>
        <translation>将表格复制为CSV(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Library</source>
        <translation>算子信息库(&amp;L)</translation>
    </message>
    <message>
        <source>Show what the chip&apos;s operators take, and compare it with your own CANN.</source>
        <translation>显示该处理器的算子支持的类型，并与您自己的CANN对比。</translation>
    </message>
    <message>
        <source>Group by Sc&amp;ope</source>
        <translation>按作用域分组(&amp;O)</translation>
    </message>
    <message>
        <source>Draw the operators of a scope as one box that can be opened.</source>
        <translation>将同一作用域的算子画成一个可展开的方框。</translation>
    </message>
    <message>
        <source>Open or Close Grou&amp;p</source>
        <translation>展开或折叠组(&amp;P)</translation>
    </message>
    <message>
        <source>Open the selected group, or close it; in the graph by Enter.</source>
        <translation>展开或折叠所选的组；在计算图中可按Enter。</translation>
    </message>
    <message>
        <source>&amp;Expand All Groups</source>
        <translation>展开所有组(&amp;E)</translation>
    </message>
    <message>
        <source>Open all groups.</source>
        <translation>展开所有组。</translation>
    </message>
    <message>
        <source>Collap&amp;se All Groups</source>
        <translation>折叠所有组(&amp;S)</translation>
    </message>
    <message>
        <source>Close all groups.</source>
        <translation>折叠所有组。</translation>
    </message>
    <message>
        <source>Expand &amp;1 Level</source>
        <translation>展开1级(&amp;1)</translation>
    </message>
    <message>
        <source>Open the outermost groups and close the others.</source>
        <translation>展开最外层的组，折叠其余组。</translation>
    </message>
    <message>
        <source>Expand &amp;2 Levels</source>
        <translation>展开2级(&amp;2)</translation>
    </message>
    <message>
        <source>Open groups down to the second level and close the others.</source>
        <translation>将组展开到第二级，折叠其余组。</translation>
    </message>
    <message>
        <source>Expand &amp;3 Levels</source>
        <translation>展开3级(&amp;3)</translation>
    </message>
    <message>
        <source>Open groups down to the third level and close the others.</source>
        <translation>将组展开到第三级，折叠其余组。</translation>
    </message>
    <message>
        <source>Show For&amp;ward Operators</source>
        <translation>显示前向算子(&amp;W)</translation>
    </message>
    <message>
        <source>Show the forward operators of a training step, or hide them.</source>
        <translation>显示或隐藏训练step的前向算子。</translation>
    </message>
    <message>
        <source>Show &amp;Loss Operators</source>
        <translation>显示Loss算子(&amp;L)</translation>
    </message>
    <message>
        <source>Show the loss of a training step, or hide it.</source>
        <translation>显示或隐藏训练step的Loss。</translation>
    </message>
    <message>
        <source>Show Backwar&amp;d Operators</source>
        <translation>显示反向算子(&amp;D)</translation>
    </message>
    <message>
        <source>Show the gradients of a training step, or hide them.</source>
        <translation>显示或隐藏训练step的梯度。</translation>
    </message>
    <message>
        <source>Show &amp;Update Operators</source>
        <translation>显示权重更新算子(&amp;U)</translation>
    </message>
    <message>
        <source>Show the updates of weights in a training step, or hide them.</source>
        <translation>显示或隐藏训练step的权重更新。</translation>
    </message>
    <message>
        <source>Copy as Co&amp;mmand</source>
        <translation>复制为命令(&amp;M)</translation>
    </message>
    <message>
        <source>Copy the line for halftone-cli that does what this view shows.</source>
        <translation>复制与此视图作用相同的halftone-cli命令行。</translation>
    </message>
    <message>
        <source>&amp;Duplicate List</source>
        <translation>复制名单(&amp;D)</translation>
    </message>
    <message>
        <source>Keep the list as it is and go on with a copy.</source>
        <translation>保留原名单，在其副本上继续修改。</translation>
    </message>
    <message>
        <source>Rena&amp;me List…</source>
        <translation>重命名名单(&amp;M)…</translation>
    </message>
    <message>
        <source>Give the list in force another name.</source>
        <translation>为当前生效的名单改名。</translation>
    </message>
    <message>
        <source>De&amp;lete List</source>
        <translation>删除名单(&amp;L)</translation>
    </message>
    <message>
        <source>Forget the list in force and take the next one; Undo brings it back.</source>
        <translation>删除当前生效的名单并改用下一个；可通过撤销恢复。</translation>
    </message>
    <message>
        <source>Compare Lis&amp;ts</source>
        <translation>对比名单(&amp;T)</translation>
    </message>
    <message>
        <source>Show what the variants of the list decide, side by side.</source>
        <translation>并排显示名单各变体的判定结果。</translation>
    </message>
    <message>
        <source>&amp;Run or Stop Numerics</source>
        <translation>运行或停止数值计算(&amp;R)</translation>
    </message>
    <message>
        <source>Compute a batch in FP32 and in every column, and measure the errors.</source>
        <translation>以FP32和各列的方式计算一个批次，并测量误差。</translation>
    </message>
    <message>
        <source>Export Comparison as &amp;JSON…</source>
        <translation>将对比结果导出为JSON(&amp;J)…</translation>
    </message>
    <message>
        <source>Write decisions, differences and errors for a script.</source>
        <translation>保存判定结果、差异和误差，供脚本使用。</translation>
    </message>
    <message>
        <source>Export Re&amp;port…</source>
        <translation>导出报告(&amp;P)…</translation>
    </message>
    <message>
        <source>Write tables, graph and plots into one HTML file.</source>
        <translation>将表格、计算图和曲线图写入一个HTML文件。</translation>
    </message>
    <message>
        <source>&amp;Open Run…</source>
        <translation>打开运行记录(&amp;O)…</translation>
    </message>
    <message>
        <source>Show recorded runs beside those that are trained here.</source>
        <translation>将运行记录与此处的训练并排显示。</translation>
    </message>
    <message>
        <source>&amp;No Heat</source>
        <translation>不显示热度(&amp;N)</translation>
    </message>
    <message>
        <source>Show no numbers of a training on the operators.</source>
        <translation>算子上不显示训练中的数值。</translation>
    </message>
    <message>
        <source>Heat: &amp;Overflow</source>
        <translation>热度：溢出(&amp;O)</translation>
    </message>
    <message>
        <source>Show on every operator how many numbers overflowed in training.</source>
        <translation>在每个算子上显示训练中有多少数值溢出。</translation>
    </message>
    <message>
        <source>Heat: Underflo&amp;w</source>
        <translation>热度：下溢(&amp;W)</translation>
    </message>
    <message>
        <source>Show on every operator which share was rounded to zero in training.</source>
        <translation>在每个算子上显示训练中有多大比例的数值被舍入为零。</translation>
    </message>
    <message>
        <source>Heat: Hea&amp;droom</source>
        <translation>热度：余量(&amp;D)</translation>
    </message>
    <message>
        <source>Show on every operator how many bits its numbers stay below the largest one.</source>
        <translation>在每个算子上显示其数值距可表示的最大值还有多少位。</translation>
    </message>
    <message>
        <source>Heat: &amp;Error against FP32</source>
        <translation>热力图：与FP32的误差(&amp;E)</translation>
    </message>
    <message>
        <source>Show on every operator how far its results are from the same step in FP32, while it trains.</source>
        <translation>训练时在每个算子上显示其结果与同一step的FP32结果的误差。</translation>
    </message>
    <message>
        <source>Policy &amp;Options…</source>
        <translation>策略选项(&amp;O)…</translation>
    </message>
    <message>
        <source>Set what the mode, level or tool can be told: arguments, lists, files.</source>
        <translation>设置模式、级别或工具的选项：参数、名单、文件。</translation>
    </message>
    <message>
        <source>New Gro&amp;up…</source>
        <translation>新建组(&amp;U)…</translation>
    </message>
    <message>
        <source>Ask for a type on the selected operators or scope as a group.</source>
        <translation>将所选算子或作用域编为一组并指定数据类型。</translation>
    </message>
    <message>
        <source>Open &amp;Types by Hand…</source>
        <translation>打开手动指定的类型(&amp;T)…</translation>
    </message>
    <message>
        <source>Read groups and types asked for from a file of halftone-cli.</source>
        <translation>从halftone-cli的文件读取组和指定的数据类型。</translation>
    </message>
    <message>
        <source>&amp;Save Types by Hand…</source>
        <translation>保存手动指定的类型(&amp;S)…</translation>
    </message>
    <message>
        <source>Write groups and types asked for to a file for halftone-cli.</source>
        <translation>将组和指定的数据类型写入供halftone-cli使用的文件。</translation>
    </message>
    <message>
        <source>Gi&amp;ve a Reason…</source>
        <translation>填写理由(&amp;V)…</translation>
    </message>
    <message>
        <source>Write down why the selected operator types are in their list.</source>
        <translation>记录所选算子类型位于该名单的理由。</translation>
    </message>
    <message>
        <source>St&amp;art</source>
        <translation>开始(&amp;A)</translation>
    </message>
    <message>
        <source>Train all runs that are ticked, at once.</source>
        <translation>同时训练所有勾选的训练任务。</translation>
    </message>
    <message>
        <source>Pa&amp;use or Continue</source>
        <translation>暂停或继续(&amp;U)</translation>
    </message>
    <message>
        <source>Let all runs wait between two steps, or go on.</source>
        <translation>让所有训练在两个step之间等待，或继续。</translation>
    </message>
    <message>
        <source>Make One St&amp;ep</source>
        <translation>执行一个step(&amp;E)</translation>
    </message>
    <message>
        <source>Let all paused runs make one step.</source>
        <translation>让所有已暂停的训练执行一个step。</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>停止(&amp;T)</translation>
    </message>
    <message>
        <source>End all runs behind the step in hand.</source>
        <translation>当前step完成后结束所有训练。</translation>
    </message>
    <message>
        <source>Te&amp;nsor Panel</source>
        <translation>张量面板(&amp;N)</translation>
    </message>
    <message>
        <source>Show the exponents of a tensor of the selected operator while it trains, against FP16 and BF16.</source>
        <translation>训练时显示所选算子某个张量的指数分布，并与FP16和BF16的范围对照。</translation>
    </message>
    <message>
        <source>Select &amp;Visible Operators</source>
        <translation>选择可见算子(&amp;V)</translation>
    </message>
    <message>
        <source>Select all operators that are in the view; in the graph also by dragging with Shift.</source>
        <translation>选择视图中的所有算子；在图中也可按住Shift拖动。</translation>
    </message>
    <message>
        <source>Copy the names of the selected operators.</source>
        <translation>复制所选算子的名称。</translation>
    </message>
    <message>
        <source>Copy the selected rows of the table of operators, or all that are shown where no two are selected.</source>
        <translation>复制算子表中所选的行；所选不足两行时复制显示的全部行。</translation>
    </message>
    <message>
        <source>Ask for FP&amp;32</source>
        <translation>指定 FP32(&amp;3)</translation>
    </message>
    <message>
        <source>Ask for FP32 on the selected operators, whatever the lists say.</source>
        <translation>对所选算子指定 FP32，不论名单如何规定。</translation>
    </message>
    <message>
        <source>Ask for FP&amp;16</source>
        <translation>指定 FP16(&amp;1)</translation>
    </message>
    <message>
        <source>Ask for FP16 on the selected operators, whatever the lists say.</source>
        <translation>对所选算子指定 FP16，不论名单如何规定。</translation>
    </message>
    <message>
        <source>Ask for &amp;BF16</source>
        <translation>指定 BF16(&amp;B)</translation>
    </message>
    <message>
        <source>Ask for BF16 on the selected operators, whatever the lists say.</source>
        <translation>对所选算子指定 BF16，不论名单如何规定。</translation>
    </message>
    <message>
        <source>Ask for &amp;No Type</source>
        <translation>不指定类型(&amp;N)</translation>
    </message>
    <message>
        <source>Take back what was asked for on the selected operators.</source>
        <translation>撤回为所选算子指定的类型。</translation>
    </message>
</context>
<context>
    <name>Analysis</name>
    <message>
        <source>Conversion to another element type.</source>
        <translation>转换为其他数据类型。</translation>
    </message>
    <message>
        <source>Rounds to the new type; values from 65520 on become infinite in FP16.</source>
        <translation>舍入到新类型；FP16下65520及以上的值变为无穷。</translation>
    </message>
    <message>
        <source>Conversion to the element type of another tensor.</source>
        <translation>转换为另一个张量的数据类型。</translation>
    </message>
    <message>
        <source>Power with broadcasting.</source>
        <translation>幂运算，支持广播。</translation>
    </message>
    <message>
        <source>Squares of values above 255 overflow in FP16, and those below 2.5e-4 vanish.</source>
        <translation>FP16下大于255的值的平方溢出，小于2.5e-4的值的平方变为0。</translation>
    </message>
    <message>
        <source>Exact in every precision.</source>
        <translation>任何精度下都是精确的。</translation>
    </message>
    <message>
        <source>Picks values; exact in every precision.</source>
        <translation>仅选取数值；任何精度下都是精确的。</translation>
    </message>
    <message>
        <source>Values that FP16 rounds to the same number compare as equal.</source>
        <translation>FP16下舍入为同一数值的值被视为相等。</translation>
    </message>
    <message>
        <source>Works on integers and truth values.</source>
        <translation>只处理整数和布尔值。</translation>
    </message>
    <message>
        <source>Differences of close numbers keep few digits.</source>
        <translation>相近数值之差只保留少数有效数字。</translation>
    </message>
    <message>
        <source>In training, elements made zero at random and the others scaled up; else the same tensor.</source>
        <translation>训练时随机将部分元素置零并放大其余元素；否则为同一张量。</translation>
    </message>
    <message>
        <source>A factor; it overflows only next to the end of the range.</source>
        <translation>只乘一个系数；仅在取值范围末端附近溢出。</translation>
    </message>
    <message>
        <source>Gradient of Dropout: (dY, mask) to dY scaled up where the element was kept, else 0.</source>
        <translation>Dropout的梯度：(dY, mask)在保留元素处得到放大的dY，其余为0。</translation>
    </message>
    <message>
        <source>Mean over the batch of minus the log-probability of the right class; second output: log-probabilities.</source>
        <translation>正确类别对数概率取负后在批次上的均值；第二个输出：对数概率。</translation>
    </message>
    <message>
        <source>Logarithms of small probabilities; a loss in FP16 caps the loss scale at 32768.</source>
        <translation>小概率的对数；FP16的Loss使损失缩放系数不超过32768。</translation>
    </message>
    <message>
        <source>Gradient for the logits: (dLoss, log-probabilities, labels) to dLoss (p - 1 at the label) / batch.</source>
        <translation>logits的梯度：(dLoss, 对数概率, 标签)得到dLoss (p，标签处减1) / 批大小。</translation>
    </message>
    <message>
        <source>The loss scale enters here: in FP16 it must stay below 65520.</source>
        <translation>损失缩放系数从此处进入：FP16下必须小于65520。</translation>
    </message>
    <message>
        <source>Mean of squared differences: (prediction, target).</source>
        <translation>差的平方的均值：（预测，目标）。</translation>
    </message>
    <message>
        <source>Squares of differences above 255 overflow in FP16.</source>
        <translation>FP16下大于255的差的平方溢出。</translation>
    </message>
    <message>
        <source>Gradient for the prediction: (dLoss, prediction, target) to 2 dLoss (prediction - target) / count.</source>
        <translation>预测的梯度：(dLoss, 预测, 目标)得到2 dLoss (预测 - 目标) / 个数。</translation>
    </message>
    <message>
        <source>Mean over the batch of cross entropy with target probabilities: (logits, target); second output: log-probabilities.</source>
        <translation>与目标概率的交叉熵在批次上的均值：（logits，目标）；第二个输出：对数概率。</translation>
    </message>
    <message>
        <source>Gradient for the logits: (dLoss, log-probabilities, target) to dLoss (p sum(target) - target) / batch.</source>
        <translation>logits的梯度：(dLoss, 对数概率, 目标)得到dLoss (p sum(目标) - 目标) / 批大小。</translation>
    </message>
    <message>
        <source>Mean over the batch of minus the input at the right class: (log-probabilities, labels).</source>
        <translation>正确类别处输入取负后在批次上的均值：（对数概率，标签）。</translation>
    </message>
    <message>
        <source>A mean of logarithms, which FP16 holds to three digits.</source>
        <translation>对数的均值，FP16只能保持三位有效数字。</translation>
    </message>
    <message>
        <source>Gradient for the log-probabilities: (dLoss, labels) to -dLoss / batch at the right class, else 0.</source>
        <translation>对数概率的梯度：(dLoss, 标签)在正确类别处得到-dLoss / 批大小，其余为0。</translation>
    </message>
    <message>
        <source>Mean of absolute differences: (prediction, target).</source>
        <translation>差的绝对值的均值：（预测，目标）。</translation>
    </message>
    <message>
        <source>A sum of as many terms as there are elements, which leaves the FP16 range at 65520.</source>
        <translation>项数等于元素个数的求和，达到65520时超出FP16取值范围。</translation>
    </message>
    <message>
        <source>Gradient for the prediction: (dLoss, prediction, target) to dLoss sign(prediction - target) / count.</source>
        <translation>预测的梯度：(dLoss, 预测, 目标)得到dLoss sign(预测 - 目标) / 个数。</translation>
    </message>
    <message>
        <source>Mean of binary cross entropy: (logits, target).</source>
        <translation>二元交叉熵的均值：（logits，目标）。</translation>
    </message>
    <message>
        <source>Gradient for the logits: (dLoss, logits, target) to dLoss (sigmoid(logits) - target) / count.</source>
        <translation>logits的梯度：(dLoss, logits, 目标)得到dLoss (sigmoid(logits) - 目标) / 个数。</translation>
    </message>
    <message>
        <source>Convolution of an image with weights, plus a bias.</source>
        <translation>图像与权重的卷积，加偏置。</translation>
    </message>
    <message>
        <source>Transposed convolution, which enlarges an image, plus a bias.</source>
        <translation>放大图像的转置卷积，加偏置。</translation>
    </message>
    <message>
        <source>Sum of products over named axes.</source>
        <translation>在指定轴上对乘积求和。</translation>
    </message>
    <message>
        <source>Matrix product with optional transposes, factors and an addend.</source>
        <translation>矩阵乘，可带转置、系数和加数。</translation>
    </message>
    <message>
        <source>Matrix product, batched over leading dimensions.</source>
        <translation>矩阵乘，在前面的维度上分批。</translation>
    </message>
    <message>
        <source>Matrix product with optional transposes, batched over leading dimensions.</source>
        <translation>矩阵乘，可带转置，在前面的维度上分批。</translation>
    </message>
    <message>
        <source>Gradient of Conv for its input: (dY, W) to dX, with the attributes of the Conv.</source>
        <translation>Conv对输入的梯度：(dY, W)得到dX，属性与Conv相同。</translation>
    </message>
    <message>
        <source>Gradient of Conv for its weights: (dY, X) to dW, with the attributes of the Conv.</source>
        <translation>Conv对权重的梯度：(dY, X)得到dW，属性与Conv相同。</translation>
    </message>
    <message>
        <source>Sums many products; in FP16 the inputs are rounded, the sum stays wide.</source>
        <translation>对大量乘积求和；FP16下输入被舍入，累加保持高精度。</translation>
    </message>
    <message>
        <source>Place of the largest element along an axis.</source>
        <translation>沿一个轴的最大元素的位置。</translation>
    </message>
    <message>
        <source>Place of the smallest element along an axis.</source>
        <translation>沿一个轴的最小元素的位置。</translation>
    </message>
    <message>
        <source>Running sum along an axis.</source>
        <translation>沿一个轴的累加和。</translation>
    </message>
    <message>
        <source>A long sum in FP16 stalls: a term is lost once the sum is 2048 times larger.</source>
        <translation>FP16下过长的求和会停滞：当和比某项大2048倍时该项丢失。</translation>
    </message>
    <message>
        <source>A larger or smaller image.</source>
        <translation>放大或缩小图像。</translation>
    </message>
    <message>
        <source>Weights of a few neighbours; rounds once.</source>
        <translation>对少数相邻值加权；只舍入一次。</translation>
    </message>
    <message>
        <source>The largest elements along an axis, and their places.</source>
        <translation>沿一个轴的若干最大元素及其位置。</translation>
    </message>
    <message>
        <source>A larger image.</source>
        <translation>放大图像。</translation>
    </message>
    <message>
        <source>Moves bits; exact in every precision.</source>
        <translation>仅搬移数据；任何精度下都是精确的。</translation>
    </message>
    <message>
        <source>Elements that were read several times add up their gradients.</source>
        <translation>被多次读取的元素的梯度相加。</translation>
    </message>
    <message>
        <source>Values that FP16 rounds to the same number become ties.</source>
        <translation>FP16下舍入为同一数值的值变为并列。</translation>
    </message>
    <message>
        <source>Channels shifted and scaled to mean 0 and variance 1, then by learned factors.</source>
        <translation>各通道平移缩放到均值0、方差1，再按学习到的系数变换。</translation>
    </message>
    <message>
        <source>Sums over the whole batch; squares of values above 255 overflow in FP16, so statistics stay in FP32.</source>
        <translation>在整个批次上求和；FP16下大于255的值的平方溢出，因此统计量保持FP32。</translation>
    </message>
    <message>
        <source>Gradient of BatchNormalization: (dY, X, scale, batch mean, batch variance) to (dX, dScale, dBias).</source>
        <translation>BatchNormalization的梯度：(dY, X, scale, 批均值, 批方差)得到(dX, dScale, dBias)。</translation>
    </message>
    <message>
        <source>Sums over the whole batch.</source>
        <translation>在整个批次上求和。</translation>
    </message>
    <message>
        <source>Exponentials normalised along one axis.</source>
        <translation>沿一个轴归一化的指数。</translation>
    </message>
    <message>
        <source>exp() leaves the FP16 range above 11.09 unless the maximum is subtracted first, and small ones vanish.</source>
        <translation>若不先减去最大值，大于11.09时exp()超出FP16取值范围，小值则变为0。</translation>
    </message>
    <message>
        <source>Gradient of Softmax: (dY, Y) to dX.</source>
        <translation>Softmax的梯度：(dY, Y)得到dX。</translation>
    </message>
    <message>
        <source>Subtracts a sum from terms of its own size.</source>
        <translation>从大小相近的项中减去一个和。</translation>
    </message>
    <message>
        <source>One at the largest element along an axis, zeros elsewhere.</source>
        <translation>沿一个轴的最大元素处为1，其余为0。</translation>
    </message>
    <message>
        <source>Logarithm of the softmax along one axis.</source>
        <translation>沿一个轴的softmax的对数。</translation>
    </message>
    <message>
        <source>Sums exponentials; large negative results keep few digits in FP16.</source>
        <translation>对指数求和；FP16下绝对值大的负结果只保留少数有效数字。</translation>
    </message>
    <message>
        <source>Values divided by a power of the sum of squares over neighbouring channels.</source>
        <translation>数值除以相邻通道平方和的幂。</translation>
    </message>
    <message>
        <source>Squares of values above 255 overflow in FP16.</source>
        <translation>FP16下大于255的值的平方溢出。</translation>
    </message>
    <message>
        <source>Sums over a row; squares of values above 255 overflow in FP16, so statistics stay in FP32.</source>
        <translation>在一行上求和；FP16下大于255的值的平方溢出，因此统计量保持FP32。</translation>
    </message>
    <message>
        <source>Subtracts sums from terms of their own size.</source>
        <translation>从大小相近的项中减去若干和。</translation>
    </message>
    <message>
        <source>An operator without a row in the op table.</source>
        <translation>算子表中没有的算子。</translation>
    </message>
    <message>
        <source>Largest value of each window.</source>
        <translation>每个窗口的最大值。</translation>
    </message>
    <message>
        <source>Mean of each window.</source>
        <translation>每个窗口的均值。</translation>
    </message>
    <message>
        <source>Mean of each channel.</source>
        <translation>每个通道的均值。</translation>
    </message>
    <message>
        <source>Norm of each channel.</source>
        <translation>每个通道的范数。</translation>
    </message>
    <message>
        <source>Largest value of each channel.</source>
        <translation>每个通道的最大值。</translation>
    </message>
    <message>
        <source>Norm of each window.</source>
        <translation>每个窗口的范数。</translation>
    </message>
    <message>
        <source>Gradient of MaxPool: (dY, X, Y) to dX, each gradient at the place of the window&apos;s largest value.</source>
        <translation>MaxPool的梯度：(dY, X, Y)得到dX，每个梯度放在窗口最大值的位置。</translation>
    </message>
    <message>
        <source>Overlapping windows add up their gradients.</source>
        <translation>重叠窗口的梯度相加。</translation>
    </message>
    <message>
        <source>Gradient of AveragePool: each gradient spread evenly over its window.</source>
        <translation>AveragePool的梯度：每个梯度平均分配到其窗口。</translation>
    </message>
    <message>
        <source>Divides by the window size: small gradients vanish in FP16 without a loss scale.</source>
        <translation>除以窗口大小：FP16下没有损失缩放时小梯度变为0。</translation>
    </message>
    <message>
        <source>Adds up a window, then divides: the mean of a large window rounds coarsely in FP16.</source>
        <translation>先对窗口求和再相除：FP16下大窗口的均值舍入粗糙。</translation>
    </message>
    <message>
        <source>Powers of values leave the FP16 range: squares do above 255.</source>
        <translation>数值的幂超出FP16取值范围：大于255时平方即超出。</translation>
    </message>
    <message>
        <source>Sums many products in every step; errors of the state add up over the sequence.</source>
        <translation>每一步对大量乘积求和；状态的误差沿序列累积。</translation>
    </message>
    <message>
        <source>Gradient of a bias: dY summed over everything but axis 1.</source>
        <translation>偏置的梯度：dY在除轴1外的所有轴上求和。</translation>
    </message>
    <message>
        <source>Exponentials leave the FP16 range above 11.09 unless the maximum is taken out first.</source>
        <translation>若不先减去最大值，大于11.09时指数超出FP16取值范围。</translation>
    </message>
    <message>
        <source>Larger of the value and zero.</source>
        <translation>取该值与0中的较大者。</translation>
    </message>
    <message>
        <source>Gradient of Relu: (dY, Y) to dY where Y is positive, else 0.</source>
        <translation>Relu的梯度：(dY, Y)得到dY（Y为正处），否则为0。</translation>
    </message>
    <message>
        <source>Made of a shape and constants; exact if those are.</source>
        <translation>由形状和常量得到；它们精确则结果精确。</translation>
    </message>
    <message>
        <source>Nearest value between two bounds.</source>
        <translation>限制在两个界限之间的最近值。</translation>
    </message>
    <message>
        <source>Exact in every precision, once the bounds are representable.</source>
        <translation>界限可表示时，任何精度下都是精确的。</translation>
    </message>
    <message>
        <source>Cosine.</source>
        <translation>余弦。</translation>
    </message>
    <message>
        <source>Large arguments are too coarse in FP16 to have an angle.</source>
        <translation>FP16下大的自变量过于粗糙，无法表示角度。</translation>
    </message>
    <message>
        <source>Sine.</source>
        <translation>正弦。</translation>
    </message>
    <message>
        <source>Rounds once; the result stays in range.</source>
        <translation>只舍入一次；结果不超出取值范围。</translation>
    </message>
    <message>
        <source>The result is bounded; near its bounds FP16 cannot tell values apart.</source>
        <translation>结果有界；FP16在界限附近无法区分数值。</translation>
    </message>
    <message>
        <source>A product: it overflows or vanishes where dY does.</source>
        <translation>是一个乘积：dY溢出或变为0时它也如此。</translation>
    </message>
    <message>
        <source>Takes the loss scale out of a gradient: (dW, 1 / scale) to dW / scale.</source>
        <translation>还原梯度：(dW, 1 / scale)得到dW / scale。</translation>
    </message>
    <message>
        <source>In FP16 small gradients become zero again here.</source>
        <translation>FP16下小梯度在此处再次变为0。</translation>
    </message>
    <message>
        <source>Momentum step: (W, velocity, gradient, learning rate) to (W - rate v, v = momentum velocity + gradient).</source>
        <translation>Momentum更新：(W, 速度, 梯度, 学习率)得到(W - 学习率 v, v = 动量 速度 + 梯度)。</translation>
    </message>
    <message>
        <source>An update 2048 times smaller than the weight is lost in FP16.</source>
        <translation>FP16下比权重小2048倍的更新会丢失。</translation>
    </message>
    <message>
        <source>Plain step: (W, gradient, learning rate) to W - rate (gradient + decay W).</source>
        <translation>普通更新：(W, 梯度, 学习率)得到W - 学习率 (梯度 + 衰减 W)。</translation>
    </message>
    <message>
        <source>Adam step: (W, m, v, gradient, learning rate, beta1^t, beta2^t) to W, m, v; the decay is part of the gradient.</source>
        <translation>Adam更新：(W, m, v, 梯度, 学习率, beta1^t, beta2^t)得到W, m, v；权重衰减计入梯度。</translation>
    </message>
    <message>
        <source>Squares of gradients below 2^-12 are zero in FP16, and 1e-8 is, too.</source>
        <translation>FP16下小于2^-12的梯度的平方为0，1e-8也为0。</translation>
    </message>
    <message>
        <source>Adam step with the decay beside it: (W, m, v, gradient, learning rate, beta1^t, beta2^t) to W, m, v.</source>
        <translation>权重衰减独立的Adam更新：(W, m, v, 梯度, 学习率, beta1^t, beta2^t)得到W, m, v。</translation>
    </message>
    <message>
        <source>Moves each element of a gradient into [-limit, limit].</source>
        <translation>将梯度的每个元素限制在[-limit, limit]内。</translation>
    </message>
    <message>
        <source>Comparisons only: FP16 changes no more than the limit.</source>
        <translation>只做比较：FP16最多影响限值本身。</translation>
    </message>
    <message>
        <source>min(1, limit / L2 norm of all inputs together).</source>
        <translation>min(1, limit / 所有输入合在一起的L2范数)。</translation>
    </message>
    <message>
        <source>Squares of gradients above 255 overflow in FP16, and those below 2^-12 vanish.</source>
        <translation>FP16下大于255的梯度的平方溢出，小于2^-12的变为0。</translation>
    </message>
    <message>
        <source>Multiplies a gradient by a scalar: (gradient, factor).</source>
        <translation>梯度乘以标量：（梯度，系数）。</translation>
    </message>
    <message>
        <source>In FP16 small gradients become zero here.</source>
        <translation>FP16下小梯度在此处变为0。</translation>
    </message>
    <message>
        <source>The AI CPU runs the operator in its original types; no mode moves it</source>
        <translation>该算子在AI CPU上以原类型运行；任何模式都不改变它</translation>
    </message>
    <message>
        <source>Keeps the original type where a kernel takes it, else BF16</source>
        <translation>支持原类型时保持原类型，否则使用BF16</translation>
    </message>
    <message>
        <source>Keeps the original type where a kernel takes it, else FP16</source>
        <translation>支持原类型时保持原类型，否则使用FP16</translation>
    </message>
    <message>
        <source>In this mode matrix operators take FP16 where a kernel does</source>
        <translation>此模式下矩阵类算子在支持时使用FP16</translation>
    </message>
    <message>
        <source>One tensor had to go down to FP16, so the others of the operator follow</source>
        <translation>有一个张量必须降为FP16，该算子的其他张量随之降低</translation>
    </message>
    <message>
        <source>Keeps the original type where a kernel takes it, else BF16 or FP16</source>
        <translation>支持原类型时保持原类型，否则使用BF16或FP16</translation>
    </message>
    <message>
        <source>Black: keeps its original type, and FP16 may rise to FP32</source>
        <translation>黑名单：保持原类型，FP16可升为FP32</translation>
    </message>
    <message>
        <source>A Cast keeps the types it was written with</source>
        <translation>Cast保持其写明的类型</translation>
    </message>
    <message>
        <source>With complex numbers the operator keeps its original types</source>
        <translation>含复数时算子保持原类型</translation>
    </message>
    <message>
        <source>The customize_dtypes file prescribes the types</source>
        <translation>类型由customize_dtypes文件指定</translation>
    </message>
    <message>
        <source>No kernel fits what is asked for, so the first kernel of the library is taken</source>
        <translation>没有满足要求的kernel，因此使用算子信息库中的第一个</translation>
    </message>
    <message>
        <source>In this mode everything that has an FP16 kernel takes it</source>
        <translation>此模式下凡支持FP16的算子均使用FP16</translation>
    </message>
    <message>
        <source>In this mode everything that has an FP32 kernel takes it</source>
        <translation>此模式下凡支持FP32的算子均使用FP32</translation>
    </message>
    <message>
        <source>In this mode matrix operators take FP16 and give FP32 where a kernel does</source>
        <translation>此模式下矩阵类算子在支持时输入FP16、输出FP32</translation>
    </message>
    <message>
        <source>In this mode everything takes BF16 or FP16 where a kernel does</source>
        <translation>此模式下所有算子在支持时使用BF16或FP16</translation>
    </message>
    <message>
        <source>Gray: only constants come in, and it follows the first of them</source>
        <translation>灰名单：输入只有常量，跟随其中第一个</translation>
    </message>
    <message>
        <source>Gray: follows the operator before it</source>
        <translation>灰名单：跟随前一个算子</translation>
    </message>
    <message>
        <source>Gray: follows the input of the graph</source>
        <translation>灰名单：跟随计算图的输入</translation>
    </message>
    <message>
        <source>Gray: follows the operator in front of the Cast before it</source>
        <translation>灰名单：跟随前面Cast之前的算子</translation>
    </message>
    <message>
        <source>Gray with nothing to follow: keeps the original type where a kernel takes it</source>
        <translation>灰名单且没有可跟随的算子：支持原类型时保持原类型</translation>
    </message>
    <message>
        <source>Takes HiFloat8 where a kernel does, else the next smaller step down</source>
        <translation>支持时使用HiFloat8，否则依次使用下一级较低的类型</translation>
    </message>
    <message>
        <source>Stays out of HiFloat8 and keeps its type where a kernel takes it</source>
        <translation>不使用HiFloat8，支持原类型时保持原类型</translation>
    </message>
    <message>
        <source>The keep_dtype file names the operator, so it keeps its types where a kernel takes them</source>
        <translation>keep_dtype文件中有该算子，因此支持时保持原类型</translation>
    </message>
    <message>
        <source>In this mode every operator keeps its original type</source>
        <translation>此模式下所有算子保持原图精度</translation>
    </message>
    <message>
        <source>No kernel runs: the graph engine handles the operator, in its original types</source>
        <translation>不运行kernel：由图引擎以原类型处理该算子</translation>
    </message>
    <message>
        <source>No engine takes the operator with these types</source>
        <translation>没有引擎支持该算子的这些类型</translation>
    </message>
    <message>
        <source>The library names no types for the operator; it is taken to keep its own</source>
        <translation>算子信息库没有给出该算子的类型；假定保持原类型</translation>
    </message>
    <message>
        <source>No published library of the chip has the operator</source>
        <translation>该处理器已公开的算子信息库中没有此算子</translation>
    </message>
    <message>
        <source>No kernel runs, so the tensor passes in the type that it comes in</source>
        <translation>不运行kernel，张量按输入的类型传递</translation>
    </message>
    <message>
        <source>All kernels of the library have one type here</source>
        <translation>算子信息库的所有kernel在此处只有一种类型</translation>
    </message>
    <message>
        <source>Inputs of different types meet in the type that holds both</source>
        <translation>类型不同的输入统一为能容纳两者的类型</translation>
    </message>
    <message>
        <source>The types of its tensors are not known, so there is nothing to decide</source>
        <translation>张量类型未知，无从判定</translation>
    </message>
    <message>
        <source>No Ascend operator is known for this node</source>
        <translation>没有已知的昇腾算子与该节点对应</translation>
    </message>
    <message>
        <source>White: takes low precision where a kernel does</source>
        <translation>白名单：支持时使用低精度</translation>
    </message>
    <message>
        <source>White, but no kernel takes low precision here</source>
        <translation>白名单，但此处不支持低精度</translation>
    </message>
    <message>
        <source>Sums more terms than the limit, so it stays in FP32</source>
        <translation>求和项数超过限值，因此保持FP32</translation>
    </message>
    <message>
        <source>Its name matches an exclude pattern, so it stays in FP32</source>
        <translation>名称匹配排除模式，因此保持FP32</translation>
    </message>
    <message>
        <source>Its type is excluded, so it stays in FP32</source>
        <translation>类型被排除，因此保持FP32</translation>
    </message>
    <message>
        <source>An include rule takes it to low precision in spite of the exclude rules</source>
        <translation>包含规则使其降精度，不受排除规则影响</translation>
    </message>
    <message>
        <source>A constant is larger than the limit, so it stays in FP32</source>
        <translation>有常量超过限值，因此保持FP32</translation>
    </message>
    <message>
        <source>No rule excludes it, so it is low precision</source>
        <translation>没有规则排除它，因此使用低精度</translation>
    </message>
    <message>
        <source>It cannot be low precision in a valid model, so it stays in FP32</source>
        <translation>在合法的模型中它不能使用低精度，因此保持FP32</translation>
    </message>
    <message>
        <source>Its name is in the node block list, so it stays in FP32</source>
        <translation>名称在节点黑名单中，因此保持FP32</translation>
    </message>
    <message>
        <source>Its type is in the operator block list, so it stays in FP32</source>
        <translation>类型在算子黑名单中，因此保持FP32</translation>
    </message>
    <message>
        <source>Not in a block list, so it is converted to FP16</source>
        <translation>不在黑名单中，因此转换为FP16</translation>
    </message>
    <message>
        <source>In the black list of level auto: inputs are cast to FP32</source>
        <translation>在auto等级的黑名单中：输入转换为FP32</translation>
    </message>
    <message>
        <source>In no list of level auto: runs in the type that it receives</source>
        <translation>不在auto等级的任何名单中：按收到的类型运行</translation>
    </message>
    <message>
        <source>In the promote list of level auto: inputs meet in the widest of their types</source>
        <translation>在auto等级的promote名单中：输入统一为其中最宽的类型</translation>
    </message>
    <message>
        <source>In the white list of level auto: inputs are cast to low precision</source>
        <translation>在auto等级的白名单中：输入转换为低精度</translation>
    </message>
    <message>
        <source>In the black list: runs in FP32, and its result is cast to low precision</source>
        <translation>在黑名单中：以FP32运行，结果转换为低精度</translation>
    </message>
    <message>
        <source>Of the flags of a cell fp32 counts before fp16, and fp16 before bf16</source>
        <translation>Cell的标志中fp32优先于fp16，fp16优先于bf16</translation>
    </message>
    <message>
        <source>The loss wrapper casts prediction and label to FP32</source>
        <translation>Loss封装将预测和标签转换为FP32</translation>
    </message>
    <message>
        <source>Nothing casts what the loss reads, so it runs in the type that it receives</source>
        <translation>Loss的输入没有转换，因此按收到的类型运行</translation>
    </message>
    <message>
        <source>At this level the whole network is low precision</source>
        <translation>该等级下整个网络使用低精度</translation>
    </message>
    <message>
        <source>Not in the white list: runs in the type that it receives</source>
        <translation>不在白名单中：按收到的类型运行</translation>
    </message>
    <message>
        <source>At this level the network is left as it is</source>
        <translation>该等级下网络保持不变</translation>
    </message>
    <message>
        <source>to_float or a flag of the cell says so; the level leaves such cells alone</source>
        <translation>由to_float或Cell的标志指定；等级不改变这样的Cell</translation>
    </message>
    <message>
        <source>In the white list: runs in low precision, and its result is cast back to FP32</source>
        <translation>在白名单中：以低精度运行，结果转换回FP32</translation>
    </message>
    <message>
        <source>A gradient is computed in the type of its forward operator</source>
        <translation>梯度按其前向算子的类型计算</translation>
    </message>
    <message>
        <source>Gradients of several uses of a tensor are added in the type of the tensor</source>
        <translation>张量多处使用的梯度按该张量的类型相加</translation>
    </message>
    <message>
        <source>Nothing in it can change its type</source>
        <translation>其中没有可以改变类型的部分</translation>
    </message>
    <message>
        <source>You asked for this type here</source>
        <translation>用户在此处指定了该类型</translation>
    </message>
    <message>
        <source>The optimizer keeps its types: weights are updated in FP32</source>
        <translation>优化器保持原类型：权重以FP32更新</translation>
    </message>
    <message>
        <source>In the FP32 list of autocast: inputs are cast to FP32</source>
        <translation>在autocast的FP32名单中：输入转换为FP32</translation>
    </message>
    <message>
        <source>In the low-precision list of autocast: inputs are cast down</source>
        <translation>在autocast的低精度名单中：输入降精度</translation>
    </message>
    <message>
        <source>In the promote list of autocast: inputs meet in the widest of their types</source>
        <translation>在autocast的promote名单中：输入统一为其中最宽的类型</translation>
    </message>
    <message>
        <source>In no list of autocast: runs in the type that it receives</source>
        <translation>不在autocast的任何名单中：按收到的类型运行</translation>
    </message>
    <message>
        <source>In the allow list: always FP16</source>
        <translation>在allow名单中：始终使用FP16</translation>
    </message>
    <message>
        <source>A Cast to FP32 that only FP16 operators read becomes one to FP16</source>
        <translation>只被FP16算子读取的FP32 Cast改为FP16</translation>
    </message>
    <message>
        <source>In the clear list, and beside an FP16 operator</source>
        <translation>在clear名单中，且与FP16算子相邻</translation>
    </message>
    <message>
        <source>In the clear list, but no FP16 operator is beside it</source>
        <translation>在clear名单中，但没有相邻的FP16算子</translation>
    </message>
    <message>
        <source>In the deny list: FP32, and so is what follows it through the infer list</source>
        <translation>在deny名单中：使用FP32，经infer名单跟随它的算子也是</translation>
    </message>
    <message>
        <source>In the infer list, but on no path from one FP16 operator to another</source>
        <translation>在infer名单中，但不在两个FP16算子之间的路径上</translation>
    </message>
    <message>
        <source>Listed, but nothing in it is FP32 that could be FP16</source>
        <translation>在名单中，但没有可降为FP16的FP32</translation>
    </message>
    <message>
        <source>No operator of the graph is in the allow list, so the pass does nothing</source>
        <translation>计算图中没有算子在allow名单中，因此该优化未生效</translation>
    </message>
    <message>
        <source>Fed by an operator of the deny list, so it stays in FP32</source>
        <translation>输入来自deny名单中的算子，因此保持FP32</translation>
    </message>
    <message>
        <source>In none of the four lists: FP32</source>
        <translation>不在四个名单中：使用FP32</translation>
    </message>
    <message>
        <source>Matrix operators take FP16 and give FP32, everything else runs in FP32.</source>
        <translation>矩阵类算子输入FP16、输出FP32，其余算子均以FP32运行。</translation>
    </message>
    <message>
        <source>White operators run in FP16, black ones keep FP32, gray ones follow the operator before them.</source>
        <translation>白名单算子以FP16运行，黑名单算子保持FP32，灰名单算子跟随前一个算子。</translation>
    </message>
    <message>
        <source>White operators run in BF16, black ones keep FP32, gray ones follow the operator before them.</source>
        <translation>白名单算子以BF16运行，黑名单算子保持FP32，灰名单算子跟随前一个算子。</translation>
    </message>
    <message>
        <source>Everything that has an FP16 kernel runs in FP16; the default for inference.</source>
        <translation>凡支持FP16的算子均以FP16运行；推理的默认值。</translation>
    </message>
    <message>
        <source>Every operator keeps its original type; the default for training on the 910B.</source>
        <translation>所有算子保持原图精度；910B上训练的默认值。</translation>
    </message>
    <message>
        <source>Matrix operators run in FP16, others only where they have no FP32 kernel; the default for training on the 910.</source>
        <translation>矩阵类算子以FP16运行，其他算子仅在不支持FP32时才以FP16运行；910上训练的默认值。</translation>
    </message>
    <message>
        <source>The older spelling of allow_mix_precision_fp16.</source>
        <translation>allow_mix_precision_fp16的旧写法。</translation>
    </message>
    <message>
        <source>Operators run in BF16 only where they have no FP32 kernel.</source>
        <translation>算子仅在不支持FP32时才以BF16运行。</translation>
    </message>
    <message>
        <source>Matrix operators run in HiFloat8; Ascend 950 only.</source>
        <translation>矩阵类算子以HiFloat8运行；仅限Ascend 950。</translation>
    </message>
    <message>
        <source>White operators run in HiFloat8, black ones keep their type, gray ones follow; Ascend 950 only.</source>
        <translation>白名单算子以HiFloat8运行，黑名单算子保持原类型，灰名单算子跟随；仅限Ascend 950。</translation>
    </message>
    <message>
        <source>Everything low but what its static rules exclude: names, types, large constants, long sums, validity.</source>
        <translation>除静态规则排除的以外全部降精度：名称、类型、过大的常量、过长的求和、合法性。</translation>
    </message>
    <message>
        <source>Everything FP16 but operators whose type or name is in a block list.</source>
        <translation>除类型或名称在黑名单中的算子外，全部使用FP16。</translation>
    </message>
    <message>
        <source>Grappler&apos;s pass: paints the whole graph, gradients included, by an allow, infer, deny and clear list.</source>
        <translation>Grappler的优化：按allow、infer、deny和clear四个名单标记整个计算图，包括梯度。</translation>
    </message>
    <message>
        <source>torch.autocast on CUDA: each operator by itself, by a low-precision, an FP32 and a promote list.</source>
        <translation>CUDA上的torch.autocast：按低精度、FP32和promote名单逐个判定算子。</translation>
    </message>
    <message>
        <source>Nothing is lowered.</source>
        <translation>不降精度。</translation>
    </message>
    <message>
        <source>All cells but batch normalisation and the loss run in FP16, with dynamic loss scaling.</source>
        <translation>除批归一化和Loss外的所有Cell以FP16运行，使用动态损失缩放。</translation>
    </message>
    <message>
        <source>The whole network runs in FP16, without loss scaling.</source>
        <translation>整个网络以FP16运行，不使用损失缩放。</translation>
    </message>
    <message>
        <source>Matrix operators and what is known to be safe run in FP16, the black list in FP32.</source>
        <translation>矩阵类算子和已知安全的算子以FP16运行，黑名单算子以FP32运行。</translation>
    </message>
    <message>
        <source>Operators of the white list run in FP16, everything else in FP32.</source>
        <translation>白名单算子以FP16运行，其余以FP32运行。</translation>
    </message>
    <message>
        <source>Operators of the black list keep FP32, everything else runs in FP16.</source>
        <translation>黑名单算子保持FP32，其余以FP16运行。</translation>
    </message>
    <message>
        <source>The whole network runs in FP16.</source>
        <translation>整个网络以FP16运行。</translation>
    </message>
    <message>
        <source>Matrix operators run in FP16, the black list in FP32, others as their inputs are.</source>
        <translation>矩阵类算子以FP16运行，黑名单算子以FP32运行，其他算子与其输入一致。</translation>
    </message>
    <message>
        <source>Doubles after 2000 clean steps, halves at an overflow but not below 1. This is what a run with DynamicLossScaleManager uses on the device; it has no ceiling.</source>
        <translation>连续2000个step无溢出后加倍，溢出时减半但不小于1。使用DynamicLossScaleManager时设备上采用此规则；没有上限。</translation>
    </message>
    <message>
        <source>Doubles after 2000 clean steps, halves at an overflow but not below 1, and gives up at the 1001st overflow in a row.</source>
        <translation>连续2000个step无溢出后加倍，溢出时减半但不小于1，连续第1001次溢出时放弃。</translation>
    </message>
    <message>
        <source>Grows after a full window, shrinks at an overflow but not below 1, and does not grow to infinity. MindSpore asks for every value; here they start as the manager&apos;s.</source>
        <translation>满一个增长窗口后增大，溢出时减小但不小于1，且不会增大到无穷。MindSpore要求给出每个值；此处初值与manager相同。</translation>
    </message>
    <message>
        <source>The scale never moves. A step that overflows is dropped, or with drop_overflow_update=False applied as it is.</source>
        <translation>缩放系数固定不变。溢出的step被丢弃，drop_overflow_update=False时照常更新。</translation>
    </message>
    <message>
        <source>The scale never moves; whether a step that overflows is dropped is up to the caller. MindSpore asks for the value; here it starts as that of FixedLossScaleManager.</source>
        <translation>缩放系数固定不变；溢出的step是否丢弃由调用者决定。MindSpore要求给出该值；此处初值与FixedLossScaleManager相同。</translation>
    </message>
    <message>
        <source>Each clean step multiplies the scale by 2^(1/1000), each overflow by 2^-0.5, without floor or ceiling. MindSpore asks for the first value; here it is that of its example.</source>
        <translation>每个无溢出的step将系数乘以2^(1/1000)，每次溢出乘以2^-0.5，没有上下限。MindSpore要求给出初值；此处采用其示例中的值。</translation>
    </message>
    <message>
        <source>Doubles after 2000 clean steps unless that is infinite, halves at an overflow but not below 1.</source>
        <translation>连续2000个step无溢出后加倍（结果为无穷时除外），溢出时减半但不小于1。</translation>
    </message>
    <message>
        <source>Doubles after 2000 clean steps, halves at an overflow, with neither floor nor ceiling.</source>
        <translation>连续2000个step无溢出后加倍，溢出时减半，没有上下限。</translation>
    </message>
    <message>
        <source>Doubles after 2000 clean steps unless that is infinite (releases before 2.1 did not look), halves at an overflow without a floor: 166 overflows in a row give 0.</source>
        <translation>连续2000个step无溢出后加倍（结果为无穷时除外，2.1之前的版本不检查），溢出时减半且没有下限：连续166次溢出后变为0。</translation>
    </message>
    <message>
        <source>Doubles after 2000 clean steps up to 2^24, halves at an overflow; a floor only on request.</source>
        <translation>连续2000个step无溢出后加倍，上限为2^24，溢出时减半；仅在指定时有下限。</translation>
    </message>
    <message>
        <source>Doubles after 1000 clean steps, halves at an overflow but not below 1; no ceiling.</source>
        <translation>连续1000个step无溢出后加倍，溢出时减半但不小于1；没有上限。</translation>
    </message>
    <message>
        <source>Doubles after 1000 clean steps, halves at an overflow, after forgiving some where asked to, and gives up at an overflow at the minimum.</source>
        <translation>连续1000个step无溢出后加倍，溢出时减半（可指定容忍若干次溢出），在最小值处溢出时放弃。</translation>
    </message>
    <message>
        <source>Train a model without this operator, or inspect and decide only.</source>
        <translation>请训练不含此算子的模型，或仅查看和判定。</translation>
    </message>
    <message>
        <source>Nothing to do: this is what training on logits means.</source>
        <translation>无需处理：这正是在logits上训练的含义。</translation>
    </message>
    <message>
        <source>Shorten the line; nothing from there on is read.</source>
        <translation>请缩短该行；此后的内容均未读取。</translation>
    </message>
    <message>
        <source>CANN stops with an error; give at least one tensor of the operator a type.</source>
        <translation>CANN会报错停止；请至少为该算子的一个张量指定类型。</translation>
    </message>
    <message>
        <source>Check the spelling; the line changes nothing.</source>
        <translation>请检查拼写；该行未生效。</translation>
    </message>
    <message>
        <source>Use OpType::Type instead; CANN numbers the operators that such a node becomes.</source>
        <translation>请改用OpType::Type；CANN会对该节点对应的算子编号。</translation>
    </message>
    <message>
        <source>Only the first line for a name counts; remove the others.</source>
        <translation>同一名称只有第一行生效；请删除其余行。</translation>
    </message>
    <message>
        <source>Nothing to do: they compute in the types as written, and Casts around them round as decided.</source>
        <translation>无需处理：它们按写明的类型计算，前后的Cast按判定结果舍入。</translation>
    </message>
    <message>
        <source>Set it by hand there: nothing in what was written stands for it.</source>
        <translation>请在该处手工设置：写出的内容中没有与之对应的部分。</translation>
    </message>
    <message>
        <source>Nothing to do; the branch that is left out cannot run with these sizes and values.</source>
        <translation>无需处理；略去的分支在这些大小和取值下不会运行。</translation>
    </message>
    <message>
        <source>Check that the right file was exported.</source>
        <translation>请检查导出的文件是否正确。</translation>
    </message>
    <message>
        <source>If something looks wrong, export the model with an older IR version.</source>
        <translation>如有异常，请以较旧的IR版本导出模型。</translation>
    </message>
    <message>
        <source>Fetch the data file if you want to train or to look at weights.</source>
        <translation>如需训练或查看权重，请获取数据文件。</translation>
    </message>
    <message>
        <source>Add an opset import to the model; until then the newest known one is assumed.</source>
        <translation>请为模型添加opset import；在此之前按已知的最新版本处理。</translation>
    </message>
    <message>
        <source>Operators are read by their newest known definition; export with an older opset to be sure.</source>
        <translation>算子按已知的最新定义读取；为确保正确，请以较旧的opset导出。</translation>
    </message>
    <message>
        <source>Give the nodes different names if you want to address them by name.</source>
        <translation>如需按名称指定节点，请使用不同的名称。</translation>
    </message>
    <message>
        <source>Check the shapes at the named node; running would fail there.</source>
        <translation>请检查所示节点的形状；运行会在该处失败。</translation>
    </message>
    <message>
        <source>Nothing to do: the nodes were put into topological order.</source>
        <translation>无需处理：节点已按拓扑顺序排列。</translation>
    </message>
    <message>
        <source>The node can be viewed and decided by assumption, but not run; replace it by standard operators to train.</source>
        <translation>该节点可以查看并按假设判定，但不能运行；如需训练请替换为标准算子。</translation>
    </message>
    <message>
        <source>Add a type and shape to the input of the model.</source>
        <translation>请为模型输入添加类型和形状。</translation>
    </message>
    <message>
        <source>Nothing to do; removing it makes the file smaller.</source>
        <translation>无需处理；删除后文件更小。</translation>
    </message>
    <message>
        <source>Bind the dimension to a real size (--dim) before running.</source>
        <translation>运行前请为该维度指定实际大小（--dim）。</translation>
    </message>
    <message>
        <source>The operator runs on the AI CPU in its original type; this is slow.</source>
        <translation>该算子在AI CPU上以原类型运行，速度较慢。</translation>
    </message>
    <message>
        <source>The library takes this operator&apos;s types from code; one column per common type is assumed.</source>
        <translation>算子信息库从代码中获取该算子的类型；假定每种常用类型各一列。</translation>
    </message>
    <message>
        <source>Put both types into the same list if the choice must not depend on it.</source>
        <translation>如果结果不应依赖于此，请将两种类型放入同一名单。</translation>
    </message>
    <message>
        <source>Choose a mixed mode without hif8; the documents name Ascend 950 only, and CANN itself does not warn.</source>
        <translation>请选择不含hif8的混合精度模式；文档只说明支持Ascend 950，而CANN本身不会警告。</translation>
    </message>
    <message>
        <source>CANN would stop with EZ3003; take the operator off the black list or choose another mode.</source>
        <translation>CANN会以EZ3003停止；请将该算子从黑名单中删除，或选择其他模式。</translation>
    </message>
    <message>
        <source>It is shown in its original type; unless CANN replaces it on the way, it would stop with EZ3003.</source>
        <translation>按原类型显示；除非CANN中途将其替换，否则会以EZ3003停止。</translation>
    </message>
    <message>
        <source>No Ascend operator is known for it; it is shown in its original type and CANN would stop with E16002.</source>
        <translation>没有已知的昇腾算子与之对应；按原类型显示，CANN会以E16002停止。</translation>
    </message>
    <message>
        <source>The white list cannot make it faster here; the entry or the mode changes nothing for it.</source>
        <translation>白名单在此处不能使其加速；该条目或模式对它未生效。</translation>
    </message>
    <message>
        <source>Leave the operator in one of the two files.</source>
        <translation>请只在其中一个文件中保留该算子。</translation>
    </message>
    <message>
        <source>Leave the file out in this mode, or choose another mode.</source>
        <translation>此模式下请勿使用该文件，或选择其他模式。</translation>
    </message>
    <message>
        <source>The entry changes nothing and can be removed.</source>
        <translation>该条目未生效，可以删除。</translation>
    </message>
    <message>
        <source>In an FP32 model CANN would stop with EZ3003; leave the operator off the black list.</source>
        <translation>对FP32模型CANN会以EZ3003停止；请勿将该算子加入黑名单。</translation>
    </message>
    <message>
        <source>A Cast keeps the types it was written with; black only stops gray operators from looking through it.</source>
        <translation>Cast保持其写明的类型；黑名单只是阻止灰名单算子越过它。</translation>
    </message>
    <message>
        <source>CANN&apos;s own loader refuses comments; saving from here writes strict JSON without them.</source>
        <translation>CANN的加载器拒绝注释；在此保存会写出不含注释的严格JSON。</translation>
    </message>
    <message>
        <source>Remove the operator from the list that it is in; that makes it gray.</source>
        <translation>请将该算子从所在名单中删除，它就成为灰名单算子。</translation>
    </message>
    <message>
        <source>Choose allow_mix_precision_fp16 or another mixed mode, or leave the list out.</source>
        <translation>请选择allow_mix_precision_fp16或其他混合精度模式，或不使用名单。</translation>
    </message>
    <message>
        <source>The entry does nothing and can be removed; lists move AI Core operators only.</source>
        <translation>该条目未生效，可以删除；名单只对AI Core算子生效。</translation>
    </message>
    <message>
        <source>No operator of this model has the type; the entry can stay or go.</source>
        <translation>本模型中没有该类型的算子；该条目可保留也可删除。</translation>
    </message>
    <message>
        <source>The operator is not in that list; the removal does nothing.</source>
        <translation>该算子不在此名单中；删除操作未生效。</translation>
    </message>
    <message>
        <source>Write the Ascend type instead; the lists know no other names.</source>
        <translation>请改写为昇腾算子类型；名单只识别这种名称。</translation>
    </message>
    <message>
        <source>Only the last value of a repeated key counts; merge the two.</source>
        <translation>重复的键只有最后一个值生效；请合并。</translation>
    </message>
    <message>
        <source>Nothing to do: a name in an array counts once.</source>
        <translation>无需处理：数组中的同一名称只计一次。</translation>
    </message>
    <message>
        <source>Text behind the closing brace is ignored; remove it.</source>
        <translation>右花括号之后的文本被忽略；请删除。</translation>
    </message>
    <message>
        <source>Check the spelling; CANN accepts the name silently and ignores it.</source>
        <translation>请检查拼写；CANN不报错地接受该名称并忽略它。</translation>
    </message>
    <message>
        <source>Name the level itself, or choose version 2.4 or newer for the level that works by lists.</source>
        <translation>请直接指定等级；如需按名单工作的等级，请选择2.4或更新的版本。</translation>
    </message>
    <message>
        <source>Nothing to do: MindSpore does so; with a 16-bit bias, or none, the layer gives 16 bits.</source>
        <translation>无需处理：MindSpore就是如此；偏置为16位或没有偏置时，该层输出16位。</translation>
    </message>
    <message>
        <source>Add it to your black list, unless it is meant to run in 16 bits.</source>
        <translation>请将其添加到黑名单，除非有意以16位运行。</translation>
    </message>
    <message>
        <source>Choose level O3 if the whole network is meant, or leave cast_model_type out.</source>
        <translation>如果是指整个网络，请选择O3等级，否则请勿使用cast_model_type。</translation>
    </message>
    <message>
        <source>Rescale the constants, or give the tool min_positive_val=5.96e-8 and max_finite_val=65504.</source>
        <translation>请缩放这些常量，或为该工具指定min_positive_val=5.96e-8和max_finite_val=65504。</translation>
    </message>
    <message>
        <source>Nothing to do here; in MindSpore pass loss_scale_manager=None on this device.</source>
        <translation>此处无需处理；在MindSpore中，该设备上请传入loss_scale_manager=None。</translation>
    </message>
    <message>
        <source>Set keep_batchnorm_fp32=True, or choose level O0.</source>
        <translation>请设置keep_batchnorm_fp32=True，或选择O0等级。</translation>
    </message>
    <message>
        <source>Choose level O0, or pass loss_scale_manager=None.</source>
        <translation>请选择O0等级，或传入loss_scale_manager=None。</translation>
    </message>
    <message>
        <source>For training choose a policy of a training framework.</source>
        <translation>如需训练，请选择训练框架的策略。</translation>
    </message>
    <message>
        <source>Nothing to do here; in MindSpore the input has 16-bit accuracy at this level.</source>
        <translation>此处无需处理；在MindSpore中，该等级下输入只有16位的数值精度。</translation>
    </message>
    <message>
        <source>Take the Casts out of the model to see what the tool would do without them.</source>
        <translation>请从模型中去掉这些Cast，以查看该工具在没有它们时的结果。</translation>
    </message>
    <message>
        <source>Keep the operators that read them in 16 bits, or put them together in one list.</source>
        <translation>请让读取它们的算子保持16位，或将这些算子放入同一名单。</translation>
    </message>
    <message>
        <source>Here the output is cast back, so that whoever reads it gets the original type.</source>
        <translation>此处输出会转换回来，使读取者得到原类型。</translation>
    </message>
    <message>
        <source>Check which cells the model has; the entry can be removed.</source>
        <translation>请检查模型中有哪些Cell；该条目可以删除。</translation>
    </message>
    <message>
        <source>Nothing to do: their neighbours are cast around them.</source>
        <translation>无需处理：类型转换在其相邻算子处完成。</translation>
    </message>
    <message>
        <source>Train or run the model, look for tensors beyond 512, and exclude their operators by name.</source>
        <translation>请训练或运行模型，找出超过512的张量，并按名称排除相应算子。</translation>
    </message>
    <message>
        <source>Change the order of the calls, or take the override out.</source>
        <translation>请更改调用顺序，或去掉该指定。</translation>
    </message>
    <message>
        <source>Check the spelling; a scope is the beginning of a node name up to a slash or point.</source>
        <translation>请检查拼写；作用域是节点名中斜杠或点之前的部分。</translation>
    </message>
    <message>
        <source>Give the operators constants of their own.</source>
        <translation>请为这些算子分别提供常量。</translation>
    </message>
    <message>
        <source>In MindSpore call auto_mixed_precision first and to_float on the cells after it.</source>
        <translation>在MindSpore中请先调用auto_mixed_precision，再对Cell调用to_float。</translation>
    </message>
    <message>
        <source>Check the spelling; list cells as nn.Conv2d and primitives as ops.MatMul.</source>
        <translation>请检查拼写；Cell写作nn.Conv2d，原语写作ops.MatMul。</translation>
    </message>
    <message>
        <source>Add them to a list if they are safe in 16 bits.</source>
        <translation>如果它们在16位下是安全的，请添加到名单。</translation>
    </message>
    <message>
        <source>In FP16 these values become infinite; keep the operator in FP32 or rescale the weights.</source>
        <translation>FP16下这些值变为无穷；请让该算子保持FP32，或缩放权重。</translation>
    </message>
    <message>
        <source>Check the export: training from NaN or infinity cannot recover.</source>
        <translation>请检查导出过程：从NaN或无穷开始的训练无法恢复。</translation>
    </message>
    <message>
        <source>A constant of the file.</source>
        <translation>文件中的常量。</translation>
    </message>
    <message>
        <source>A small addend is lost next to one 2048 times larger.</source>
        <translation>与大2048倍的加数相加时，小加数会丢失。</translation>
    </message>
    <message>
        <source>Mean over some axes.</source>
        <translation>在某些轴上求均值。</translation>
    </message>
    <message>
        <source>Product of two tensors, with broadcasting.</source>
        <translation>两个张量之积，支持广播。</translation>
    </message>
    <message>
        <source>Products beyond 65504 overflow, and those below 6e-8 vanish.</source>
        <translation>大于65504的乘积溢出，小于6e-8的乘积变为0。</translation>
    </message>
    <message>
        <source>Sum of two tensors, with broadcasting.</source>
        <translation>两个张量之和，支持广播。</translation>
    </message>
    <message>
        <source>Sum over some axes.</source>
        <translation>在某些轴上求和。</translation>
    </message>
    <message>
        <source>The same elements under another shape.</source>
        <translation>元素相同，形状不同。</translation>
    </message>
    <message>
        <source>The same tensor under another name.</source>
        <translation>同一张量的另一个名称。</translation>
    </message>
    <message>
        <source>Two dimensions: those before an axis, and the rest.</source>
        <translation>变为两个维度：某个轴之前的维度和其余维度。</translation>
    </message>
    <message>
        <source>It stands in a body of If, Loop or Scan, which are never low precision, so it stays in FP32</source>
        <translation>位于If、Loop或Scan的子图中，这些子图不使用低精度，因此保持FP32</translation>
    </message>
    <message>
        <source>It stands in a body of an operator that a block list keeps in FP32, so it stays there too</source>
        <translation>位于被黑名单保持FP32的算子的子图中，因此同样保持FP32</translation>
    </message>
    <message>
        <source>Control flow keeps its types, so that branches and what a loop carries agree; its bodies are decided for themselves</source>
        <translation>控制流保持原类型，使各分支以及循环传递的值类型一致；其子图单独判定</translation>
    </message>
    <message>
        <source>In the infer or clear list, and on a path from one FP16 operator to another</source>
        <translation>在infer或clear名单中，且位于一个FP16算子到另一个FP16算子的路径上</translation>
    </message>
    <message>
        <source>Run it where the runtime has BF16 kernels, as on many GPUs, or export a mode with FP16.</source>
        <translation>请在支持BF16 kernel的运行时（如许多GPU）上运行，或导出使用FP16的模式。</translation>
    </message>
    <message>
        <source>All cells run in FP16 but those of a black list, or only those of a white list.</source>
        <translation>除黑名单外的所有Cell以FP16执行，或仅白名单中的Cell以FP16执行。</translation>
    </message>
    <message>
        <source>Put the operator behind the output that is trained, unless those weights are to stay.</source>
        <translation>请把该算子放到被训练的输出之后，除非这些权重本应保持不变。</translation>
    </message>
    <message>
        <source>Nothing to do; all turns share their weights, and what each adds to a gradient is summed up.</source>
        <translation>无需处理；各次循环共享权重，各次对梯度的贡献会累加。</translation>
    </message>
    <message>
        <source>Nothing to do: updates smaller than 16 bits show add up; a model that is saved has 16 bits again.</source>
        <translation>无需处理：小于16位精度的更新也会累积；保存的模型仍为16位。</translation>
    </message>
    <message>
        <source>Bodies of control flow are shown and run; training goes through those whose condition or turns are known.</source>
        <translation>控制流的子图可以显示和运行；只有条件或循环次数已知时才能参与训练。</translation>
    </message>
    <message>
        <source>The node can be viewed, but not run; give it an element type that ONNX has.</source>
        <translation>该节点可以查看，但不能运行；请改用ONNX支持的元素类型。</translation>
    </message>
</context>
<context>
    <name>CallsModel</name>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>The operator, scope or group that the type is asked for on</source>
        <translation>为其指定数据类型的算子、作用域或组</translation>
    </message>
    <message>
        <source>Asked</source>
        <translation>指定</translation>
    </message>
    <message>
        <source>The type that you asked for</source>
        <translation>您指定的数据类型</translation>
    </message>
    <message>
        <source>Got</source>
        <translation>实际</translation>
    </message>
    <message>
        <source>How many operators got it, and what others got</source>
        <translation>有多少算子得到该类型，其余得到什么</translation>
    </message>
</context>
<context>
    <name>Explanation</name>
    <message>
        <source>black</source>
        <translation>黑名单</translation>
    </message>
    <message>
        <source>white</source>
        <translation>白名单</translation>
    </message>
    <message>
        <source>gray</source>
        <translation>灰名单</translation>
    </message>
    <message>
        <source>an input of the graph</source>
        <translation>计算图的输入</translation>
    </message>
    <message>
        <source>the part before it</source>
        <translation>其前一部分</translation>
    </message>
    <message>
        <source>a constant</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>the constant %1</source>
        <translation>常量%1</translation>
    </message>
    <message>
        <source>the graph input %1</source>
        <translation>计算图的输入%1</translation>
    </message>
    <message>
        <source>%1 becomes %2, which the AI Core of %3 does not have.</source>
        <translation>%1对应%2，%3的AI Core没有该算子。</translation>
    </message>
    <message>
        <source>%1 becomes %2, which the mixlist moves from %3 to %4.</source>
        <translation>%1对应%2，混合精度名单将其从%3移到%4。</translation>
    </message>
    <message>
        <source>%1 becomes %2, which is %3 on %4.</source>
        <translation>%1对应%2，它在%4上属于%3。</translation>
    </message>
    <message>
        <source>It also becomes %1, which is %2 and gives %3.</source>
        <translation>它还对应%1，属于%2，输出%3。</translation>
    </message>
    <message>
        <source>%1 is a %2, for which no Ascend operator is known.</source>
        <translation>%1是%2，没有已知的昇腾算子与之对应。</translation>
    </message>
    <message>
        <source>%1 is a %2, which is %3 for %4.</source>
        <translation>%1是%2，对%4而言是%3。</translation>
    </message>
    <message>
        <source>Asked for %1, got %2: %3 has no kernel in %4 that fits its other tensors.</source>
        <translation>要求%1，实际为%2：%3没有与其他张量匹配的%4 kernel。</translation>
    </message>
    <message>
        <source>You asked for %1 here (%2) and got it.</source>
        <translation>用户在此处指定了%1（%2），已生效。</translation>
    </message>
    <message>
        <source>You asked for %1 here (%2) and got %3: %4.</source>
        <translation>用户在此处指定了%1（%2），实际为%3：%4。</translation>
    </message>
    <message>
        <source>If %1 were %2, no engine would take %3.</source>
        <translation>如果%1属于%2，则没有引擎支持%3。</translation>
    </message>
    <message>
        <source>If %1 were %2, the AI CPU would run %3.</source>
        <translation>如果%1属于%2，则%3由AI CPU运行。</translation>
    </message>
    <message>
        <source>If %1 were %2, %3 would give %4.</source>
        <translation>如果%1属于%2，则%3输出%4。</translation>
    </message>
    <message>
        <source>%1 is made in %2 and cast to %3 for all who read it.</source>
        <translation>%1以%2产生，并为所有读取者转换为%3。</translation>
    </message>
    <message>
        <source>What would change it: %1</source>
        <translation>改变方法：%1</translation>
    </message>
    <message>
        <source>%1: %2. Here that leads to %3, and so to %4.</source>
        <translation>%1：%2。此处指向%3，因此为%4。</translation>
    </message>
    <message>
        <source>%1. Here that is %2, which gives %3.</source>
        <translation>%1。此处即%2，输出%3。</translation>
    </message>
    <message>
        <source>%1 by your list: %2</source>
        <translation>%1（用户修改）：%2</translation>
    </message>
    <message>
        <source>%1: through a Cast follows %2 (%3)</source>
        <translation>%1：越过Cast跟随%2（%3）</translation>
    </message>
    <message>
        <source>%1: follows %2 (%3)</source>
        <translation>%1：跟随%2（%3）</translation>
    </message>
    <message>
        <source>%1: keeps %2</source>
        <translation>%1：保持%2</translation>
    </message>
    <message>
        <source>keeps %1</source>
        <translation>保持%1</translation>
    </message>
    <message>
        <source>%1, but has no low-precision kernel</source>
        <translation>%1，但不支持低精度</translation>
    </message>
    <message>
        <source>%1 (%2, %3)</source>
        <translation>%1（%2，%3）</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>No list changes the result.</source>
        <translation>任何名单都不改变结果。</translation>
    </message>
    <message>
        <source>Lists have no effect in this mode; only another mode changes the result.</source>
        <translation>名单在此模式下未生效；只有更换模式才会改变结果。</translation>
    </message>
    <message>
        <source>The library gives no kernel table for it, so its kernels are assumed from the types that it names.</source>
        <translation>算子信息库没有给出它的kernel表，因此按其列出的类型推定。</translation>
    </message>
    <message>
        <source>If CANN does not make %1 of %2 here, the list is that of %3: %4.</source>
        <translation>如果CANN在此处没有将%2变为%1，则采用%3的名单：%4。</translation>
    </message>
    <message>
        <source>%1; %2 (%3): %4</source>
        <translation>%1；%2（%3）：%4</translation>
    </message>
</context>
<context>
    <name>FindingsModel</name>
    <message>
        <source>Severity</source>
        <translation>严重程度</translation>
    </message>
    <message>
        <source>How much it matters</source>
        <translation>问题的严重程度</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>What is the case</source>
        <translation>具体情况</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>The operator, tensor or file that it is about</source>
        <translation>涉及的算子、张量或文件</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>处理建议</translation>
    </message>
    <message>
        <source>The remedy</source>
        <translation>解决办法</translation>
    </message>
</context>
<context>
    <name>Language</name>
    <message>
        <source>&amp;System</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
</context>
<context>
    <name>LibraryModel</name>
    <message>
        <source>Operator type</source>
        <translation>算子类型</translation>
    </message>
    <message>
        <source>The Ascend type</source>
        <translation>昇腾算子类型</translation>
    </message>
    <message>
        <source>List</source>
        <translation>名单</translation>
    </message>
    <message>
        <source>precision_reduce: true is white, false is black, none is gray; ● is changed here</source>
        <translation>precision_reduce：true为白名单，false为黑名单，未设置为灰名单；● 表示在此处已修改</translation>
    </message>
    <message>
        <source>There</source>
        <translation>对比库名单</translation>
    </message>
    <message>
        <source>The list in the library that it is compared with</source>
        <translation>所对比的算子信息库中的名单</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>What the other library has otherwise</source>
        <translation>另一算子信息库中的不同之处</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>kernel</translation>
    </message>
    <message>
        <source>Combinations of types that it takes</source>
        <translation>支持的类型组合</translation>
    </message>
    <message>
        <source>In model</source>
        <translation>模型中</translation>
    </message>
    <message>
        <source>How often the open model has it</source>
        <translation>在打开的模型中出现的次数</translation>
    </message>
    <message>
        <source>ONNX</source>
        <translation>ONNX</translation>
    </message>
    <message>
        <source>The ONNX operators that become it</source>
        <translation>转换为该类型的ONNX算子</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>File and line</source>
        <translation>文件和行号</translation>
    </message>
</context>
<context>
    <name>Marks</name>
    <message>
        <source>black</source>
        <translation>黑</translation>
    </message>
    <message>
        <source>white</source>
        <translation>白</translation>
    </message>
    <message>
        <source>gray</source>
        <translation>灰</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>错误</translation>
    </message>
</context>
<context>
    <name>Messages</name>
    <message>
        <source>Control flow cannot be trained.</source>
        <translation>控制流算子无法训练。</translation>
    </message>
    <message>
        <source>Train a model without If, Loop and Scan.</source>
        <translation>请训练不含If、Loop和Scan的模型。</translation>
    </message>
    <message>
        <source>The shape of &quot;%1&quot; is not fixed (%2).</source>
        <translation>“%1”的形状不固定（%2）。</translation>
    </message>
    <message>
        <source>Not implemented: %1.</source>
        <translation>未实现：%1。</translation>
    </message>
    <message>
        <source>the gradient of %1</source>
        <translation>%1的梯度</translation>
    </message>
    <message>
        <source>the gradient of a reduction over computed axes</source>
        <translation>在计算得出的轴上做规约的梯度</translation>
    </message>
    <message>
        <source>the gradient of this form of Einsum</source>
        <translation>这种形式的Einsum的梯度</translation>
    </message>
    <message>
        <source>the gradient of LpNormalization along an axis that is not there</source>
        <translation>LpNormalization沿不存在的轴的梯度</translation>
    </message>
    <message>
        <source>the gradient of LpPool with windows that hang over</source>
        <translation>窗口超出边界的LpPool的梯度</translation>
    </message>
    <message>
        <source>the gradient of Pow with an exponent that is not float32</source>
        <translation>指数不是float32的Pow的梯度</translation>
    </message>
    <message>
        <source>the gradient of a recurrent layer with sequence lengths</source>
        <translation>带序列长度的循环层的梯度</translation>
    </message>
    <message>
        <source>the gradient of GatherND with batch dimensions</source>
        <translation>带批维度的GatherND的梯度</translation>
    </message>
    <message>
        <source>the gradient of a scatter that multiplies or compares</source>
        <translation>做乘法或取最值的scatter的梯度</translation>
    </message>
    <message>
        <source>Inspect and decide work with this model; train another one.</source>
        <translation>此模型可以查看和判定；请训练其他模型。</translation>
    </message>
    <message>
        <source>Inspect and decide work with this model; run or train another one.</source>
        <translation>此模型可以查看和判定；请运行或训练其他模型。</translation>
    </message>
    <message>
        <source>The loss does not depend on any float32 weight.</source>
        <translation>Loss不依赖任何float32权重。</translation>
    </message>
    <message>
        <source>Train a model with float32 initializers.</source>
        <translation>请训练带有float32初始值的模型。</translation>
    </message>
    <message>
        <source>The loss reads the input of the final Softmax, which it contains itself.</source>
        <translation>Loss自身包含Softmax，因此读取末尾Softmax的输入。</translation>
    </message>
    <message>
        <source>The model has no float32 output with one element that could be its loss.</source>
        <translation>模型没有可作为Loss的单元素float32输出。</translation>
    </message>
    <message>
        <source>The model computes its own loss, but has no second input for labels or targets.</source>
        <translation>模型自行计算Loss，但没有用于标签或目标的第二个输入。</translation>
    </message>
    <message>
        <source>The model has no float32 output of two or more dimensions to train on.</source>
        <translation>模型没有可用于训练的二维或更高维的float32输出。</translation>
    </message>
    <message>
        <source>Train a model that gives logits or predictions per sample.</source>
        <translation>请训练对每个样本给出logits或预测值的模型。</translation>
    </message>
    <message>
        <source>The loss %1 needs logits [N, classes]; &quot;%2&quot; is %3.</source>
        <translation>Loss %1需要logits [N, 类别数]；“%2”的形状为%3。</translation>
    </message>
    <message>
        <source>The tensor &quot;%1&quot; is defined twice.</source>
        <translation>张量“%1”被定义了两次。</translation>
    </message>
    <message>
        <source>Give one of the two outputs another name.</source>
        <translation>请为两个输出之一改名。</translation>
    </message>
    <message>
        <source>Give one of the two another name.</source>
        <translation>请为两者之一改名。</translation>
    </message>
    <message>
        <source>The graph has a cycle: this node waits for its own result.</source>
        <translation>计算图有环：此节点等待自身的结果。</translation>
    </message>
    <message>
        <source>Check how the model was exported or edited.</source>
        <translation>请检查模型的导出或编辑方式。</translation>
    </message>
    <message>
        <source>Choose another mode, or a chip that has such a kernel.</source>
        <translation>请选择其他模式，或有此kernel的处理器。</translation>
    </message>
    <message>
        <source>The line does not begin with a name and a colon.</source>
        <translation>此行不是以名称和冒号开头。</translation>
    </message>
    <message>
        <source>Write name::InputDtype:float16,OutputDtype:float; comments and empty lines are not allowed.</source>
        <translation>请写为name::InputDtype:float16,OutputDtype:float；不允许注释和空行。</translation>
    </message>
    <message>
        <source>The line has neither InputDtype nor OutputDtype.</source>
        <translation>此行既没有InputDtype也没有OutputDtype。</translation>
    </message>
    <message>
        <source>Write InputDtype:, then the types, or OutputDtype:.</source>
        <translation>请写InputDtype:及类型，或OutputDtype:及类型。</translation>
    </message>
    <message>
        <source>OutputDtype stands in front of InputDtype.</source>
        <translation>OutputDtype位于InputDtype之前。</translation>
    </message>
    <message>
        <source>Put InputDtype first.</source>
        <translation>请将InputDtype放在前面。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no type.</source>
        <translation>“%1”不是数据类型。</translation>
    </message>
    <message>
        <source>Write float, float16, bfloat16 or another type as CANN spells it.</source>
        <translation>请写float、float16、bfloat16或CANN的其他类型名。</translation>
    </message>
    <message>
        <source>CANN stops reading here: the line has 1024 characters or more.</source>
        <translation>CANN在此停止读取：此行有1024个或更多字符。</translation>
    </message>
    <message>
        <source>%1 has a line already, which counts.</source>
        <translation>%1已有一行，以该行为准。</translation>
    </message>
    <message>
        <source>modify_mixlist needs a mixed mode, and this mode has no lists.</source>
        <translation>modify_mixlist需要混合精度模式，而此模式没有名单。</translation>
    </message>
    <message>
        <source>Choose allow_mix_precision_fp16 or another mixed mode, or leave the list out.</source>
        <translation>请选择allow_mix_precision_fp16或其他混合精度模式，或不使用名单。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no value of %2.</source>
        <translation>“%1”不是%2的取值。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no value of %2.%3.</source>
        <translation>“%1”不是%2.%3的取值。</translation>
    </message>
    <message>
        <source>It is a value of %1.</source>
        <translation>它是%1的取值。</translation>
    </message>
    <message>
        <source>Choose one of %1.</source>
        <translation>请从以下各项中选择：%1。</translation>
    </message>
    <message>
        <source>Did you mean %1?</source>
        <translation>您是否要输入%1？</translation>
    </message>
    <message>
        <source>%1 and %2 are both set.</source>
        <translation>%1和%2同时设置了。</translation>
    </message>
    <message>
        <source>Set one of them: here they name the same mode.</source>
        <translation>请只设置其一：此处两者表示同一模式。</translation>
    </message>
    <message>
        <source>Set one of them: they are two names for one option.</source>
        <translation>请只设置其一：两者是同一选项的两个名称。</translation>
    </message>
    <message>
        <source>%1 does not support BFloat16, which this mode needs.</source>
        <translation>%1不支持此模式所需的BFloat16。</translation>
    </message>
    <message>
        <source>Choose allow_mix_precision_fp16, or a chip that has BF16.</source>
        <translation>请选择allow_mix_precision_fp16，或支持BF16的处理器。</translation>
    </message>
    <message>
        <source>The mode asks for HiFloat8, which %1 is not documented to have.</source>
        <translation>此模式要求HiFloat8，而文档未说明%1支持它。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no precision mode.</source>
        <translation>“%1”不是精度模式。</translation>
    </message>
    <message>
        <source>Choose a mode such as allow_mix_precision_fp16 or force_fp16.</source>
        <translation>请选择allow_mix_precision_fp16、force_fp16等模式。</translation>
    </message>
    <message>
        <source>The operator type &quot;%1&quot; in the file is invalid. It must be in PascalCase.</source>
        <translation>文件中的算子类型“%1”无效，必须使用PascalCase。</translation>
    </message>
    <message>
        <source>Write the Ascend type as in OpType::MatMulV2.</source>
        <translation>请写昇腾类型，如OpType::MatMulV2。</translation>
    </message>
    <message>
        <source>The model has no operator type &quot;%1&quot;.</source>
        <translation>模型没有算子类型“%1”。</translation>
    </message>
    <message>
        <source>The model has no node &quot;%1&quot;.</source>
        <translation>模型没有节点“%1”。</translation>
    </message>
    <message>
        <source>customize_dtypes names %1, too, and counts more.</source>
        <translation>customize_dtypes也指定了%1，且优先。</translation>
    </message>
    <message>
        <source>must_keep_origin_dtype keeps all types, so CANN documents the file as without effect.</source>
        <translation>must_keep_origin_dtype保持全部类型，因此CANN文档说明此文件不生效。</translation>
    </message>
    <message>
        <source>%1 becomes several operators, which have other names.</source>
        <translation>%1会变为多个名称不同的算子。</translation>
    </message>
    <message>
        <source>The line for %1 names no type for any of its tensors.</source>
        <translation>%1的这一行没有为其任何张量指定类型。</translation>
    </message>
    <message>
        <source>The line for %1 names no type for any of its tensors (%2 times).</source>
        <translation>%1的这一行没有为其任何张量指定类型（%2次）。</translation>
    </message>
    <message>
        <source>%1 runs on the AI CPU of %2, which no list moves.</source>
        <translation>%1在%2的AI CPU上运行，名单对其无效。</translation>
    </message>
    <message>
        <source>%1 runs on the AI CPU.</source>
        <translation>%1在AI CPU上运行。</translation>
    </message>
    <message>
        <source>%1 runs on the AI CPU (%2 times).</source>
        <translation>%1在AI CPU上运行（%2次）。</translation>
    </message>
    <message>
        <source>The library has no table for %1.</source>
        <translation>算子信息库没有%1的表。</translation>
    </message>
    <message>
        <source>The library has no table for %1 (%2 times).</source>
        <translation>算子信息库没有%1的表（%2次）。</translation>
    </message>
    <message>
        <source>%1 is %2, and %3, which it would be without constants, is %4: which of the two is judged depends on the version of CANN.</source>
        <translation>%1在%2，而没有常量时的%3在%4：判定两者中的哪一个取决于CANN的版本。</translation>
    </message>
    <message>
        <source>%1 is %2, and %3, which it would be without constants, is %4: which of the two is judged depends on the version of CANN (%5 times).</source>
        <translation>%1在%2，而没有常量时的%3在%4：判定两者中的哪一个取决于CANN的版本（%5次）。</translation>
    </message>
    <message>
        <source>No engine takes %1 with these types and lists.</source>
        <translation>在这些类型和名单下，没有引擎支持%1。</translation>
    </message>
    <message>
        <source>No engine takes %1 with these types and lists (%2 times).</source>
        <translation>在这些类型和名单下，没有引擎支持%1（%2次）。</translation>
    </message>
    <message>
        <source>No published library of %1, which is only partly public, has %2.</source>
        <translation>%1的算子信息库只部分公开，其中没有%2。</translation>
    </message>
    <message>
        <source>No published library of %1, which is only partly public, has %2 (%3 times).</source>
        <translation>%1的算子信息库只部分公开，其中没有%2（%3次）。</translation>
    </message>
    <message>
        <source>No published library of %1 has %2.</source>
        <translation>%1已公开的算子信息库中没有%2。</translation>
    </message>
    <message>
        <source>No published library of %1 has %2 (%3 times).</source>
        <translation>%1已公开的算子信息库中没有%2（%3次）。</translation>
    </message>
    <message>
        <source>No Ascend operator is known for %1.</source>
        <translation>没有已知的昇腾算子对应%1。</translation>
    </message>
    <message>
        <source>No Ascend operator is known for %1 (%2 times).</source>
        <translation>没有已知的昇腾算子对应%1（%2次）。</translation>
    </message>
    <message>
        <source>%1 is white but has no low-precision kernel for its tensors.</source>
        <translation>%1在白名单中，但没有适合其张量的低精度kernel。</translation>
    </message>
    <message>
        <source>%1 is white but has no low-precision kernel for its tensors (%2 times).</source>
        <translation>%1在白名单中，但没有适合其张量的低精度kernel（%2次）。</translation>
    </message>
    <message>
        <source>must_keep_origin_dtype is impossible for %1: it has no kernel in its original types.</source>
        <translation>%1无法使用must_keep_origin_dtype：它没有原类型的kernel。</translation>
    </message>
    <message>
        <source>must_keep_origin_dtype is impossible for %1: it has no kernel in its original types (%2 times).</source>
        <translation>%1无法使用must_keep_origin_dtype：它没有原类型的kernel（%2次）。</translation>
    </message>
    <message>
        <source>force_fp32 (cube_fp16in_fp32out) is impossible for %1: it has no kernel in FP32.</source>
        <translation>%1无法使用force_fp32（cube_fp16in_fp32out）：它没有FP32 kernel。</translation>
    </message>
    <message>
        <source>force_fp32 (cube_fp16in_fp32out) is impossible for %1: it has no kernel in FP32 (%2 times).</source>
        <translation>%1无法使用force_fp32（cube_fp16in_fp32out）：它没有FP32 kernel（%2次）。</translation>
    </message>
    <message>
        <source>The %1 is %2, and must be %3.</source>
        <translation>%1为%2，但必须为%3。</translation>
    </message>
    <message>
        <source>Choose another %1.</source>
        <translation>请选择其他%1。</translation>
    </message>
    <message>
        <source>initial scale</source>
        <translation>初始系数</translation>
    </message>
    <message>
        <source>growth factor</source>
        <translation>增长倍率</translation>
    </message>
    <message>
        <source>backoff factor</source>
        <translation>回退倍率</translation>
    </message>
    <message>
        <source>window</source>
        <translation>增长窗口</translation>
    </message>
    <message>
        <source>minimum</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>maximum</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>hysteresis</source>
        <translation>迟滞</translation>
    </message>
    <message>
        <source>a positive number that float32 can hold</source>
        <translation>float32可表示的正数</translation>
    </message>
    <message>
        <source>a positive number</source>
        <translation>正数</translation>
    </message>
    <message>
        <source>more than 0</source>
        <translation>大于0的数</translation>
    </message>
    <message>
        <source>at least 1</source>
        <translation>不小于1的数</translation>
    </message>
    <message>
        <source>0 or a positive number</source>
        <translation>0或正数</translation>
    </message>
    <message>
        <source>positive and no less than the minimum</source>
        <translation>不小于最小值的正数</translation>
    </message>
    <message>
        <source>a whole number of at least 1</source>
        <translation>不小于1的整数</translation>
    </message>
    <message>
        <source>%1 stands in this array twice.</source>
        <translation>%1在此数组中出现了两次。</translation>
    </message>
    <message>
        <source>No list decides a Cast.</source>
        <translation>名单对Cast无效。</translation>
    </message>
    <message>
        <source>%1 has no FP32 kernel on %2, and the AI CPU does not have it.</source>
        <translation>%1在%2上没有FP32 kernel，AI CPU也没有此算子。</translation>
    </message>
    <message>
        <source>The model has no %1.</source>
        <translation>模型没有%1。</translation>
    </message>
    <message>
        <source>The model has no input &quot;%1&quot;.</source>
        <translation>模型没有输入“%1”。</translation>
    </message>
    <message>
        <source>%1 is %2 on %3, so there is nothing to remove from the %4 list.</source>
        <translation>%3上%1在%2，因此无法从%4中删除。</translation>
    </message>
    <message>
        <source>%1 is %2 on %3 without the entry.</source>
        <translation>%3上%1无需此条目即在%2。</translation>
    </message>
    <message>
        <source>%1 stays %2: adding to the gray list alone changes nothing.</source>
        <translation>%1仍在%2：仅添加到灰名单不起作用。</translation>
    </message>
    <message>
        <source>%1 is the name in %2; on %3 it is %4.</source>
        <translation>%1是%2中的名称；在%3上为%4。</translation>
    </message>
    <message>
        <source>%1 has no kernel, so no list moves it.</source>
        <translation>%1没有kernel，因此名单对其无效。</translation>
    </message>
    <message>
        <source>%1 is no operator of %2.</source>
        <translation>%1不是%2的算子。</translation>
    </message>
    <message>
        <source>%1 is no operator of %2; %3 is.</source>
        <translation>%1不是%2的算子；%3才是。</translation>
    </message>
    <message>
        <source>The file is empty; CANN stops with an internal error.</source>
        <translation>文件为空；CANN会以内部错误终止。</translation>
    </message>
    <message>
        <source>Write {} for a list that changes nothing.</source>
        <translation>不作任何修改的名单请写{}。</translation>
    </message>
    <message>
        <source>The file is not JSON: %1.</source>
        <translation>文件不是JSON：%1。</translation>
    </message>
    <message>
        <source>The file is not JSON: %1</source>
        <translation>文件不是JSON：%1</translation>
    </message>
    <message>
        <source>the text is nested too deeply</source>
        <translation>嵌套过深</translation>
    </message>
    <message>
        <source>Correct the text at this place.</source>
        <translation>请修正此处的内容。</translation>
    </message>
    <message>
        <source>The file has comments.</source>
        <translation>文件有注释。</translation>
    </message>
    <message>
        <source>There is text behind the end of the list.</source>
        <translation>名单结束后还有内容。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; comes again below.</source>
        <translation>“%1”在下方重复出现。</translation>
    </message>
    <message>
        <source>The file does not hold an object.</source>
        <translation>文件内容不是对象。</translation>
    </message>
    <message>
        <source>Put the lists between braces, as in {&quot;black-list&quot;: {&quot;to-add&quot;: [&quot;Add&quot;]}}.</source>
        <translation>请将名单写在花括号中，如{&quot;black-list&quot;: {&quot;to-add&quot;: [&quot;Add&quot;]}}。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no list.</source>
        <translation>“%1”不是名单。</translation>
    </message>
    <message>
        <source>Write black-list, white-list or gray-list.</source>
        <translation>请写black-list、white-list或gray-list。</translation>
    </message>
    <message>
        <source>The value of &quot;%1&quot; is not an object.</source>
        <translation>“%1”的值不是对象。</translation>
    </message>
    <message>
        <source>Write {&quot;to-add&quot;: [...]} as the value of %1.</source>
        <translation>请将%1的值写为{&quot;to-add&quot;: [...]}。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is nothing that can be done with a list.</source>
        <translation>“%1”不是名单支持的动作。</translation>
    </message>
    <message>
        <source>Write to-add or to-remove.</source>
        <translation>请写to-add或to-remove。</translation>
    </message>
    <message>
        <source>The value of &quot;%1&quot; is not an array.</source>
        <translation>“%1”的值不是数组。</translation>
    </message>
    <message>
        <source>Put the names between square brackets, also a single one.</source>
        <translation>请将名称写在方括号中，只有一个时也是如此。</translation>
    </message>
    <message>
        <source>An operator type is not a string.</source>
        <translation>有算子类型不是字符串。</translation>
    </message>
    <message>
        <source>Put the name between quotes.</source>
        <translation>请将名称写在引号中。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; stands in %2, which CANN refuses.</source>
        <translation>“%1”位于%2，CANN会拒绝。</translation>
    </message>
    <message>
        <source>Leave the operator in one array; to make it gray, remove it from the list it is in.</source>
        <translation>请只在一个数组中保留该算子；要使其进入灰名单，请将其从所在名单中删除。</translation>
    </message>
    <message>
        <source>A dimension is negative (%1).</source>
        <translation>有维度为负数（%1）。</translation>
    </message>
    <message>
        <source>Export the model again.</source>
        <translation>请重新导出模型。</translation>
    </message>
    <message>
        <source>The input has no tensor type.</source>
        <translation>输入没有张量类型。</translation>
    </message>
    <message>
        <source>No node makes the output &quot;%1&quot;.</source>
        <translation>没有节点生成输出“%1”。</translation>
    </message>
    <message>
        <source>The tensor &quot;%1&quot; is used but never defined.</source>
        <translation>张量“%1”被使用但未定义。</translation>
    </message>
    <message>
        <source>Add it as an input or initializer, or export the model again.</source>
        <translation>请将其添加为输入或初始值，或重新导出模型。</translation>
    </message>
    <message>
        <source>Graphs are nested too deep.</source>
        <translation>子图嵌套过深。</translation>
    </message>
    <message>
        <source>Check how the model was exported.</source>
        <translation>请检查模型的导出方式。</translation>
    </message>
    <message>
        <source>%1 is not an operator of ONNX opset %2.</source>
        <translation>%1不是ONNX opset %2的算子。</translation>
    </message>
    <message>
        <source>%1 belongs to the domain %2, which is not known here.</source>
        <translation>%1属于未知的域%2。</translation>
    </message>
    <message>
        <source>Several nodes are named &quot;%1&quot;.</source>
        <translation>有多个节点名为“%1”。</translation>
    </message>
    <message>
        <source>The model has %1 subgraphs (If, Loop or Scan bodies).</source>
        <translation>模型有%1个子图（If、Loop或Scan的主体）。</translation>
    </message>
    <message>
        <source>The graph has no nodes.</source>
        <translation>计算图没有节点。</translation>
    </message>
    <message>
        <source>No node reads this initializer.</source>
        <translation>没有节点读取此初始值。</translation>
    </message>
    <message>
        <source>The input has a dimension of size 0.</source>
        <translation>输入有大小为0的维度。</translation>
    </message>
    <message>
        <source>A dimension cannot have the size %1.</source>
        <translation>维度的大小不能为%1。</translation>
    </message>
    <message>
        <source>Give a size of 1 or more.</source>
        <translation>请给出不小于1的大小。</translation>
    </message>
    <message>
        <source>Give values for inputs of the model only.</source>
        <translation>请只为模型的输入给出值。</translation>
    </message>
    <message>
        <source>The file does not say its ONNX opset.</source>
        <translation>文件未注明ONNX opset。</translation>
    </message>
    <message>
        <source>The file uses ONNX opset %1; the newest known here is %2.</source>
        <translation>文件使用ONNX opset %1；已知的最新版本为%2。</translation>
    </message>
    <message>
        <source>The file has IR version %1; the newest known here is %2.</source>
        <translation>文件的IR版本为%1；已知的最新版本为%2。</translation>
    </message>
    <message>
        <source>The nodes were not in topological order.</source>
        <translation>节点未按拓扑顺序排列。</translation>
    </message>
    <message>
        <source>The condition of &quot;%1&quot; is known, so one of its branches stands in its place.</source>
        <translation>“%1”的条件已知，因此以其中一个分支代替。</translation>
    </message>
    <message>
        <source>Check the sizes of its weights, or export the model again.</source>
        <translation>请检查其权重的大小，或重新导出模型。</translation>
    </message>
    <message>
        <source>The gradient of %1 is not implemented: nothing in front of it can be trained.</source>
        <translation>未实现%1的梯度：其之前的部分均无法训练。</translation>
    </message>
    <message>
        <source>The shapes %1 and %2 do not fit: %3 is %4 on one side and %5 on the other.</source>
        <translation>形状%1与%2不匹配：%3在一侧为%4，在另一侧为%5。</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation>文件为空。</translation>
    </message>
    <message>
        <source>Copy or download the model again.</source>
        <translation>请重新复制或下载模型。</translation>
    </message>
    <message>
        <source>The file is larger than 2 GiB, which no ONNX file may be.</source>
        <translation>文件超过2 GiB，而ONNX文件不能超过此大小。</translation>
    </message>
    <message>
        <source>Export the model with external data.</source>
        <translation>请将模型导出为外部数据格式。</translation>
    </message>
    <message>
        <source>The ONNX file is cut off or damaged (its protobuf does not parse).</source>
        <translation>ONNX文件不完整或已损坏（无法解析protobuf）。</translation>
    </message>
    <message>
        <source>Copy or download the model again and compare its size.</source>
        <translation>请重新复制或下载模型，并核对其大小。</translation>
    </message>
    <message>
        <source>This is not an ONNX file.</source>
        <translation>此文件不是ONNX文件。</translation>
    </message>
    <message>
        <source>Open an .onnx model; other formats need a converter first.</source>
        <translation>请打开.onnx模型；其他格式需先转换。</translation>
    </message>
    <message>
        <source>A dimension of %1 gives more elements than any machine holds.</source>
        <translation>维度%1使元素数超过任何机器的容量。</translation>
    </message>
    <message>
        <source>The external %1 &quot;%2&quot; is not a position in a file.</source>
        <translation>外部数据的%1“%2”不是文件中的位置。</translation>
    </message>
    <message>
        <source>Its data file &quot;%1&quot; lies outside the model&apos;s folder.</source>
        <translation>其数据文件“%1”位于模型文件夹之外。</translation>
    </message>
    <message>
        <source>Put the data beside the model and export it with a plain file name.</source>
        <translation>请将数据放在模型旁，并以不带路径的文件名导出。</translation>
    </message>
    <message>
        <source>Its data lies in the file &quot;%1&quot;, which is not at hand.</source>
        <translation>其数据位于文件“%1”，但无法获得该文件。</translation>
    </message>
    <message>
        <source>Open the model as a file, with its data beside it.</source>
        <translation>请以文件形式打开模型，并将其数据放在旁边。</translation>
    </message>
    <message>
        <source>It needs bytes %1 to %2 of &quot;%3&quot;, which has %4.</source>
        <translation>它需要“%3”的第%1到%2字节，而该文件只有%4字节。</translation>
    </message>
    <message>
        <source>Its shape needs %1 bytes of data, and there are %2.</source>
        <translation>其形状需要%1字节的数据，实际为%2字节。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no chip with a library here.</source>
        <translation>此处没有处理器“%1”的算子信息库。</translation>
    </message>
    <message>
        <source>The library has no operator &quot;%1&quot;.</source>
        <translation>算子信息库没有算子“%1”。</translation>
    </message>
    <message>
        <source>Check the spelling; letter case matters.</source>
        <translation>请检查拼写；区分大小写。</translation>
    </message>
    <message>
        <source>Correct the library; CANN would not load it.</source>
        <translation>请修正算子信息库；CANN无法加载它。</translation>
    </message>
    <message>
        <source>%1 has no name.</source>
        <translation>%1没有名称。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no paramType of %2.</source>
        <translation>“%1”不是%2的paramType。</translation>
    </message>
    <message>
        <source>%1 has %2 types and %3 of %4.</source>
        <translation>%1有%2个类型，而%4有%3个。</translation>
    </message>
    <message>
        <source>%1 has no dtype.</source>
        <translation>%1没有dtype。</translation>
    </message>
    <message>
        <source>%1 has %2 types, other tensors have %3.</source>
        <translation>%1有%2个类型，其他张量有%3个。</translation>
    </message>
    <message>
        <source>The pattern formatAgnostic is for one input and one output.</source>
        <translation>formatAgnostic只适用于一个输入和一个输出。</translation>
    </message>
    <message>
        <source>A library is {&quot;Type&quot;: {&quot;key&quot;: {&quot;key&quot;: &quot;text&quot;}}}.</source>
        <translation>算子信息库的格式为{&quot;Type&quot;: {&quot;key&quot;: {&quot;key&quot;: &quot;text&quot;}}}。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not an operator with an object.</source>
        <translation>“%1”不是以对象描述的算子。</translation>
    </message>
    <message>
        <source>%1 is not an object.</source>
        <translation>%1不是对象。</translation>
    </message>
    <message>
        <source>%1.%2 is not an object.</source>
        <translation>%1.%2不是对象。</translation>
    </message>
    <message>
        <source>%1.%2.%3 is not a string.</source>
        <translation>%1.%2.%3不是字符串。</translation>
    </message>
    <message>
        <source>The file has a comment, which CANN&apos;s loader does not read.</source>
        <translation>文件有注释，CANN的加载器无法读取。</translation>
    </message>
    <message>
        <source>Take the comments out.</source>
        <translation>请删除注释。</translation>
    </message>
    <message>
        <source>The row has %1 columns instead of %2.</source>
        <translation>此行有%1列，而不是%2列。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no %2.</source>
        <translation>“%1”不是%2。</translation>
    </message>
    <message>
        <source>Make the table again as the README beside the built-in ones says.</source>
        <translation>请按内置表格旁的README重新生成此表。</translation>
    </message>
    <message>
        <source>The header is not that of an operator library.</source>
        <translation>表头不是算子信息库的表头。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has a row already.</source>
        <translation>“%1”已有一行。</translation>
    </message>
    <message>
        <source>There is no policy &quot;%1&quot;.</source>
        <translation>没有策略“%1”。</translation>
    </message>
    <message>
        <source>No operator of ONNX becomes a cell or primitive of this name.</source>
        <translation>没有ONNX算子对应此名称的Cell或原语。</translation>
    </message>
    <message>
        <source>%1 is in MindSpore&apos;s own black list, and not in yours.</source>
        <translation>%1在MindSpore自身的黑名单中，但不在您的黑名单中。</translation>
    </message>
    <message>
        <source>In MindSpore %1 the level auto means %2 on %3.</source>
        <translation>在MindSpore %1中，级别auto在%3上表示%2。</translation>
    </message>
    <message>
        <source>cast_model_type=float16 casts the whole network; what %1 would have done is not done.</source>
        <translation>cast_model_type=float16转换整个网络；%1的处理不再执行。</translation>
    </message>
    <message>
        <source>At O2 without keep_batchnorm_fp32 the network is cast to float16 although cast_model_type is float32, and the loss is not kept in float32.</source>
        <translation>O2级别下未设置keep_batchnorm_fp32时，即使cast_model_type为float32，网络仍转换为float16，且Loss不保持float32。</translation>
    </message>
    <message>
        <source>Nothing is float16, but the dynamic loss scale of O2 stays on.</source>
        <translation>没有任何float16，但O2的动态损失缩放仍然启用。</translation>
    </message>
    <message>
        <source>No operator of this model becomes %1.</source>
        <translation>此模型没有算子对应%1。</translation>
    </message>
    <message>
        <source>Products whose bias is added in float32, because BiasAdd takes the widest type, so that they give float32: %1.</source>
        <translation>以下矩阵乘的bias以float32相加（BiasAdd取最宽的类型），因此输出float32：%1。</translation>
    </message>
    <message>
        <source>%1 black operators read an input of the network, which a network of cells would round to 16 bits first.</source>
        <translation>%1个黑名单算子读取网络输入，而由Cell组成的网络会先将其舍入到16位。</translation>
    </message>
    <message>
        <source>In MindSpore %1 the level is itself a to_float on the whole network; calls on cells count only when they come after it.</source>
        <translation>在MindSpore %1中，级别本身即对整个网络的to_float；对Cell的调用只有在其之后才生效。</translation>
    </message>
    <message>
        <source>%1 speaks of no operator of this model.</source>
        <translation>%1与此模型的任何算子都不对应。</translation>
    </message>
    <message>
        <source>%1 did not reach %2 of %3 operators: %4.</source>
        <translation>%1未作用于%3个算子中的%2个：%4。</translation>
    </message>
    <message>
        <source>The file holds no JSON object.</source>
        <translation>文件内容不是JSON对象。</translation>
    </message>
    <message>
        <source>There is nothing called &quot;%1&quot; here.</source>
        <translation>此处不支持“%1”。</translation>
    </message>
    <message>
        <source>Write {&quot;groups&quot;: {&quot;head&quot;: [&quot;fc1&quot;]}, &quot;calls&quot;: [{&quot;to_float&quot;: &quot;head&quot;, &quot;type&quot;: &quot;float32&quot;}]}.</source>
        <translation>请写为{&quot;groups&quot;: {&quot;head&quot;: [&quot;fc1&quot;]}, &quot;calls&quot;: [{&quot;to_float&quot;: &quot;head&quot;, &quot;type&quot;: &quot;float32&quot;}]}。</translation>
    </message>
    <message>
        <source>Groups are an object of lists.</source>
        <translation>groups应为由列表组成的对象。</translation>
    </message>
    <message>
        <source>The group &quot;%1&quot; is no list of names.</source>
        <translation>分组“%1”不是名称列表。</translation>
    </message>
    <message>
        <source>A member of a group is the name of a node or scope.</source>
        <translation>分组的成员应为节点或作用域的名称。</translation>
    </message>
    <message>
        <source>Calls are a list.</source>
        <translation>calls应为列表。</translation>
    </message>
    <message>
        <source>A call has names only.</source>
        <translation>调用的各项应为名称。</translation>
    </message>
    <message>
        <source>A call has one target only.</source>
        <translation>每个调用只能有一个目标。</translation>
    </message>
    <message>
        <source>A call has no &quot;%1&quot;.</source>
        <translation>调用不支持“%1”。</translation>
    </message>
    <message>
        <source>A call is to_float or add_flags with the type float32, float16 or bfloat16.</source>
        <translation>调用应为to_float或add_flags，类型为float32、float16或bfloat16。</translation>
    </message>
    <message>
        <source>Something stands behind the JSON object.</source>
        <translation>JSON对象之后还有内容。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no regular expression.</source>
        <translation>“%1”不是正则表达式。</translation>
    </message>
    <message>
        <source>Write a pattern that matches from the start of a node&apos;s name.</source>
        <translation>请写从节点名开头起匹配的表达式。</translation>
    </message>
    <message>
        <source>The precision type is fp16 or bf16.</source>
        <translation>精度类型应为fp16或bf16。</translation>
    </message>
    <message>
        <source>Choose float16 or bfloat16.</source>
        <translation>请选择float16或bfloat16。</translation>
    </message>
    <message>
        <source>AutoCast also keeps operators in FP32 whose tensors were larger than 512 in a reference run.</source>
        <translation>AutoCast还会将参考运行中张量大于512的算子保持为FP32。</translation>
    </message>
    <message>
        <source>The tool converts models for inference. Gradients that follow their operators by our assumption: %1.</source>
        <translation>该工具转换用于推理的模型。假定以下梯度跟随其算子：%1。</translation>
    </message>
    <message>
        <source>Casts of the model that stay as they are, though the tool takes such out: %1.</source>
        <translation>以下为模型中保持不变的Cast（该工具会去除此类Cast）：%1。</translation>
    </message>
    <message>
        <source>Constants with values that the tool would clamp to 1e-7 or 1e4, and that stay here: %1.</source>
        <translation>以下常量含有该工具会截断到1e-7或1e4的值，此处保持不变：%1。</translation>
    </message>
    <message>
        <source>Constants that FP16 and FP32 operators read, and that the tool leaves in FP32 for both: %1.</source>
        <translation>以下常量同时被FP16和FP32算子读取，该工具对两者均保持FP32：%1。</translation>
    </message>
    <message>
        <source>The model has float16 tensors, so it counts as converted already.</source>
        <translation>模型含有float16张量，因此视为已转换。</translation>
    </message>
    <message>
        <source>Convert the float32 model, or set check_fp16_ready=False.</source>
        <translation>请转换float32模型，或设置check_fp16_ready=False。</translation>
    </message>
    <message>
        <source>In none of the four lists, so in FP32: %1.</source>
        <translation>不在四个名单之中，因此以FP32运行：%1。</translation>
    </message>
    <message>
        <source>Autocast takes float16 and bfloat16 only.</source>
        <translation>Autocast只支持float16和bfloat16。</translation>
    </message>
    <message>
        <source>Tensors that are rounded to 16 bits and then read in float32 again: %1.</source>
        <translation>以下张量先舍入到16位，之后又以float32读取：%1。</translation>
    </message>
    <message>
        <source>Operators that keep their types, because ONNX has no 16-bit form of them: %1.</source>
        <translation>以下算子保持其类型，因为ONNX没有其16位形式：%1。</translation>
    </message>
    <message>
        <source>Outputs that the network hands out in 16 bits: %1.</source>
        <translation>网络以16位给出的输出：%1。</translation>
    </message>
    <message>
        <source>black</source>
        <translation>黑名单</translation>
    </message>
    <message>
        <source>white</source>
        <translation>白名单</translation>
    </message>
    <message>
        <source>gray</source>
        <translation>灰名单</translation>
    </message>
    <message>
        <source>Samples need two dimensions or more, their number first, and labels one.</source>
        <translation>样本需要两个或更多维度，第一维为样本数；标签需要一个维度。</translation>
    </message>
    <message>
        <source>Store samples as [N, ...] and labels as [N].</source>
        <translation>请将样本存为[N, ...]，标签存为[N]。</translation>
    </message>
    <message>
        <source>There are %1 samples but %2 labels.</source>
        <translation>有%1个样本，但有%2个标签。</translation>
    </message>
    <message>
        <source>Give as many labels as samples.</source>
        <translation>请给出与样本数相同的标签。</translation>
    </message>
    <message>
        <source>There are no samples.</source>
        <translation>没有样本。</translation>
    </message>
    <message>
        <source>Give a file with samples.</source>
        <translation>请提供含样本的文件。</translation>
    </message>
    <message>
        <source>The label of sample %1 is %2.</source>
        <translation>样本%1的标签为%2。</translation>
    </message>
    <message>
        <source>Number the classes from 0.</source>
        <translation>请从0开始为类别编号。</translation>
    </message>
    <message>
        <source>The model&apos;s input has no batch dimension.</source>
        <translation>模型的输入没有批维度。</translation>
    </message>
    <message>
        <source>Choose a model with an input [N, ...].</source>
        <translation>请选择输入为[N, ...]的模型。</translation>
    </message>
    <message>
        <source>Samples of %1 do not fit the model&apos;s input of %2.</source>
        <translation>%1的样本与模型的输入%2不匹配。</translation>
    </message>
    <message>
        <source>Choose data of the input&apos;s shape.</source>
        <translation>请选择与输入形状一致的数据。</translation>
    </message>
    <message>
        <source>The labels go up to %1, and the model has %2 classes.</source>
        <translation>标签最大为%1，而模型有%2个类别。</translation>
    </message>
    <message>
        <source>Choose data with as many classes as the model has outputs.</source>
        <translation>请选择类别数与模型输出数相同的数据。</translation>
    </message>
    <message>
        <source>A batch of %1 is larger than the %2 samples.</source>
        <translation>批大小%1超过样本数%2。</translation>
    </message>
    <message>
        <source>Samples of %1 are centred on %2 with a border of %3 zeros.</source>
        <translation>%1的样本居中放入%2，四周补%3个零。</translation>
    </message>
    <message>
        <source>The file has %1 bytes, which is no multiple of a record of %2.</source>
        <translation>文件有%1字节，不是每条记录%2字节的整数倍。</translation>
    </message>
    <message>
        <source>Copy or download the file again.</source>
        <translation>请重新复制或下载文件。</translation>
    </message>
    <message>
        <source>There is no memory for the samples.</source>
        <translation>内存不足，无法容纳样本。</translation>
    </message>
    <message>
        <source>Use fewer samples or a machine with more memory.</source>
        <translation>请减少样本，或使用内存更大的机器。</translation>
    </message>
    <message>
        <source>Write numbers between commas, the label last or under the heading &quot;label&quot;.</source>
        <translation>请以逗号分隔数字，标签放在最后一列或“label”列。</translation>
    </message>
    <message>
        <source>A line needs a sample and a label.</source>
        <translation>每行需要样本和标签。</translation>
    </message>
    <message>
        <source>The line has %1 numbers instead of %2.</source>
        <translation>此行有%1个数字，而不是%2个。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no number.</source>
        <translation>“%1”不是数字。</translation>
    </message>
    <message>
        <source>Give files in the IDX format of MNIST, of unsigned bytes, packed with gzip or not.</source>
        <translation>请提供MNIST的IDX格式文件（无符号字节，可用gzip压缩）。</translation>
    </message>
    <message>
        <source>The file does not start like an IDX file of unsigned bytes.</source>
        <translation>文件开头不是无符号字节的IDX文件。</translation>
    </message>
    <message>
        <source>An IDX file with %1 dimensions was not expected.</source>
        <translation>不支持%1维的IDX文件。</translation>
    </message>
    <message>
        <source>The file ends within its header.</source>
        <translation>文件在文件头内中断。</translation>
    </message>
    <message>
        <source>The header says that a dimension is 0, so there are no elements.</source>
        <translation>文件头中有维度为0，因此没有元素。</translation>
    </message>
    <message>
        <source>The header promises more than %1 elements.</source>
        <translation>文件头声明的元素超过%1个。</translation>
    </message>
    <message>
        <source>The header promises %1 elements, and the file has %2.</source>
        <translation>文件头声明%1个元素，而文件有%2个。</translation>
    </message>
    <message>
        <source>Samples need two dimensions or more, their number first.</source>
        <translation>样本需要两个或更多维度，第一维为样本数。</translation>
    </message>
    <message>
        <source>Labels need one dimension.</source>
        <translation>标签需要一个维度。</translation>
    </message>
    <message>
        <source>Training and test samples have different shapes.</source>
        <translation>训练样本与测试样本的形状不同。</translation>
    </message>
    <message>
        <source>Give both parts the same shape.</source>
        <translation>请使两部分的形状相同。</translation>
    </message>
    <message>
        <source>The file unpacks to more than %1 bytes.</source>
        <translation>文件解压后超过%1字节。</translation>
    </message>
    <message>
        <source>%1 bytes follow the end of the gzip data.</source>
        <translation>gzip数据结束后还有%1字节。</translation>
    </message>
    <message>
        <source>The gzip data is cut off.</source>
        <translation>gzip数据不完整。</translation>
    </message>
    <message>
        <source>The gzip data is damaged.</source>
        <translation>gzip数据已损坏。</translation>
    </message>
    <message>
        <source>Use a smaller file or a machine with more memory.</source>
        <translation>请使用较小的文件，或内存更大的机器。</translation>
    </message>
    <message>
        <source>A gzip file of %1 bytes is not supported.</source>
        <translation>不支持%1字节的gzip文件。</translation>
    </message>
    <message>
        <source>There is no memory to unpack the file.</source>
        <translation>内存不足，无法解压文件。</translation>
    </message>
    <message>
        <source>Save it again as PNG or JPEG, or take it out of the folder.</source>
        <translation>请重新保存为PNG或JPEG，或将其移出文件夹。</translation>
    </message>
    <message>
        <source>The image has %1×%2 pixels.</source>
        <translation>图像为%1×%2像素。</translation>
    </message>
    <message>
        <source>The PNG cannot be read (%1).</source>
        <translation>无法读取PNG（%1）。</translation>
    </message>
    <message>
        <source>The PNG is damaged (%1).</source>
        <translation>PNG已损坏（%1）。</translation>
    </message>
    <message>
        <source>The JPEG decoder cannot be started.</source>
        <translation>无法启动JPEG解码器。</translation>
    </message>
    <message>
        <source>The JPEG cannot be read (%1).</source>
        <translation>无法读取JPEG（%1）。</translation>
    </message>
    <message>
        <source>The JPEG has the colours of print (CMYK).</source>
        <translation>JPEG使用印刷色彩（CMYK）。</translation>
    </message>
    <message>
        <source>The JPEG is damaged (%1).</source>
        <translation>JPEG已损坏（%1）。</translation>
    </message>
    <message>
        <source>The file is neither PNG nor JPEG.</source>
        <translation>文件既不是PNG也不是JPEG。</translation>
    </message>
    <message>
        <source>The images are more than fit into memory.</source>
        <translation>图像总量超过内存容量。</translation>
    </message>
    <message>
        <source>Resize them: FOLDER,64x64.</source>
        <translation>请缩小图像：文件夹,64x64。</translation>
    </message>
    <message>
        <source>Make all alike: FOLDER,gray or FOLDER,rgb.</source>
        <translation>请统一色彩：文件夹,gray或文件夹,rgb。</translation>
    </message>
    <message>
        <source>Resize all: FOLDER,%1x%2.</source>
        <translation>请统一大小：文件夹,%1x%2。</translation>
    </message>
    <message>
        <source>There is no such class in the training part.</source>
        <translation>训练部分没有此类别。</translation>
    </message>
    <message>
        <source>Give both parts the same folders.</source>
        <translation>请使两部分的文件夹相同。</translation>
    </message>
    <message>
        <source>The class has no PNG or JPEG images.</source>
        <translation>此类别没有PNG或JPEG图像。</translation>
    </message>
    <message>
        <source>Put images into it, or take the folder away.</source>
        <translation>请放入图像，或移走该文件夹。</translation>
    </message>
    <message>
        <source>There is a folder train with images by class, and none called test.</source>
        <translation>有按类别存放图像的文件夹train，但没有test。</translation>
    </message>
    <message>
        <source>Put the test images into test/CLASS.</source>
        <translation>请将测试图像放入test/类别。</translation>
    </message>
    <message>
        <source>No image is left to test with.</source>
        <translation>没有剩余图像可用于测试。</translation>
    </message>
    <message>
        <source>Give each class two images or more.</source>
        <translation>请为每个类别提供两张或更多图像。</translation>
    </message>
    <message>
        <source>Save the array with numpy.save, of numbers, little-endian and in C order.</source>
        <translation>请以numpy.save保存由数字组成的数组（小端、C顺序）。</translation>
    </message>
    <message>
        <source>The header promises %1 elements of %2 bytes, and %3 bytes follow.</source>
        <translation>文件头声明%1个%2字节的元素，而其后只有%3字节。</translation>
    </message>
    <message>
        <source>Element %1 is an integer beyond what float32 holds exactly.</source>
        <translation>元素%1是float32无法精确表示的整数。</translation>
    </message>
    <message>
        <source>The file does not start like a .npy file.</source>
        <translation>文件开头不是.npy文件。</translation>
    </message>
    <message>
        <source>Elements of type &quot;%1&quot; are not read.</source>
        <translation>不支持类型为“%1”的元素。</translation>
    </message>
    <message>
        <source>The array is stored in Fortran order.</source>
        <translation>数组以Fortran顺序存储。</translation>
    </message>
    <message>
        <source>The header has no shape, or one of too many elements.</source>
        <translation>文件头没有形状，或元素过多。</translation>
    </message>
    <message>
        <source>There is no memory for the array.</source>
        <translation>内存不足，无法容纳数组。</translation>
    </message>
    <message>
        <source>The file has no array &quot;%1&quot;.</source>
        <translation>文件没有数组“%1”。</translation>
    </message>
    <message>
        <source>Save it with numpy.savez(file, x_train=..., y_train=..., x_test=..., y_test=...).</source>
        <translation>请以numpy.savez(file, x_train=..., y_train=..., x_test=..., y_test=...)保存。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no rule for images.</source>
        <translation>“%1”不是图像规则。</translation>
    </message>
    <message>
        <source>Write FOLDER,32x32 or FOLDER,gray or FOLDER,rgb, or both a size and colours.</source>
        <translation>请写为文件夹,32x32、文件夹,gray或文件夹,rgb，也可同时给出大小和色彩。</translation>
    </message>
    <message>
        <source>Copy the file again, or save it with numpy.savez.</source>
        <translation>请重新复制文件，或以numpy.savez保存。</translation>
    </message>
    <message>
        <source>The member &quot;%1&quot; lies outside the file.</source>
        <translation>成员“%1”位于文件之外。</translation>
    </message>
    <message>
        <source>The member &quot;%1&quot; is packed by an unknown method.</source>
        <translation>成员“%1”的压缩方法未知。</translation>
    </message>
    <message>
        <source>The member &quot;%1&quot; is damaged.</source>
        <translation>成员“%1”已损坏。</translation>
    </message>
    <message>
        <source>The file does not end like a zip file.</source>
        <translation>文件末尾不是zip文件。</translation>
    </message>
    <message>
        <source>The directory of the zip file is damaged.</source>
        <translation>zip文件的目录已损坏。</translation>
    </message>
    <message>
        <source>Zip files beyond 4 GiB are not read.</source>
        <translation>不支持超过4 GiB的zip文件。</translation>
    </message>
    <message>
        <source>The input &quot;%1&quot; is %2 %3, and %4 %5 was given.</source>
        <translation>输入“%1”为%2 %3，而给出的是%4 %5。</translation>
    </message>
    <message>
        <source>Give a tensor of the input&apos;s type and shape.</source>
        <translation>请给出与输入的类型和形状一致的张量。</translation>
    </message>
    <message>
        <source>The operator %1 cannot be run.</source>
        <translation>无法运行算子%1。</translation>
    </message>
    <message>
        <source>The model has %1 inputs, and %2 were given.</source>
        <translation>模型有%1个输入，而给出了%2个。</translation>
    </message>
    <message>
        <source>Give a tensor for each.</source>
        <translation>请为每个输入给出张量。</translation>
    </message>
    <message>
        <source>Nothing makes the output &quot;%1&quot;.</source>
        <translation>输出“%1”没有来源。</translation>
    </message>
    <message>
        <source>One of its inputs is absent.</source>
        <translation>缺少一个输入。</translation>
    </message>
    <message>
        <source>It gives fewer results than the model reads.</source>
        <translation>给出的结果少于模型读取的个数。</translation>
    </message>
    <message>
        <source>It has no body &quot;%1&quot;.</source>
        <translation>没有主体“%1”。</translation>
    </message>
    <message>
        <source>The sizes of its result cannot be found.</source>
        <translation>无法确定其结果的大小。</translation>
    </message>
    <message>
        <source>Check the shapes of the inputs, or export the model again.</source>
        <translation>请检查输入的形状，或重新导出模型。</translation>
    </message>
    <message>
        <source>Feed inputs of the shape that the model takes.</source>
        <translation>请给出与模型形状一致的输入。</translation>
    </message>
    <message>
        <source>The file cannot be written (%1).</source>
        <translation>无法写入文件（%1）。</translation>
    </message>
    <message>
        <source>Choose a file.</source>
        <translation>请选择文件。</translation>
    </message>
    <message>
        <source>Check the folder, its permissions and the free space; nothing was changed.</source>
        <translation>请检查文件夹、权限和剩余空间；未作任何更改。</translation>
    </message>
    <message>
        <source>The folder cannot be read (%1).</source>
        <translation>无法读取文件夹（%1）。</translation>
    </message>
    <message>
        <source>Check its permissions.</source>
        <translation>请检查其权限。</translation>
    </message>
    <message>
        <source>The folder has no library file (*.json).</source>
        <translation>文件夹没有算子信息库文件（*.json）。</translation>
    </message>
    <message>
        <source>Give the folder with aic-&lt;soc&gt;-ops-info*.json, or one such file.</source>
        <translation>请选择含aic-&lt;soc&gt;-ops-info*.json的文件夹，或其中一个文件。</translation>
    </message>
    <message>
        <source>The backup cannot be made (%1).</source>
        <translation>无法创建备份（%1）。</translation>
    </message>
    <message>
        <source>Check the folder; nothing was changed.</source>
        <translation>请检查文件夹；未作任何更改。</translation>
    </message>
    <message>
        <source>Check the path and its permissions.</source>
        <translation>请检查路径及其权限。</translation>
    </message>
    <message>
        <source>The file cannot be opened (%1).</source>
        <translation>无法打开文件（%1）。</translation>
    </message>
    <message>
        <source>This is not a regular file.</source>
        <translation>这不是普通文件。</translation>
    </message>
    <message>
        <source>The file cannot be mapped (%1).</source>
        <translation>无法映射文件（%1）。</translation>
    </message>
    <message>
        <source>Its data file &quot;%1&quot; cannot be found (%2).</source>
        <translation>找不到其数据文件“%1”（%2）。</translation>
    </message>
    <message>
        <source>Put &quot;%1&quot; into the folder %2.</source>
        <translation>请将“%1”放入文件夹%2。</translation>
    </message>
    <message>
        <source>Its data file &quot;%1&quot; is a link out of the model&apos;s folder.</source>
        <translation>其数据文件“%1”是指向模型文件夹之外的链接。</translation>
    </message>
    <message>
        <source>Put the file itself beside the model.</source>
        <translation>请将文件本身放在模型旁。</translation>
    </message>
    <message>
        <source>Its data file &quot;%1&quot; cannot be read.</source>
        <translation>无法读取其数据文件“%1”。</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>没有此文件或文件夹</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>是文件夹</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>不是文件夹</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>磁盘空间不足</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>文件系统只读</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>输入输出错误</translation>
    </message>
    <message>
        <source>The axis of CumSum must be a constant.</source>
        <translation>CumSum的轴必须为常量。</translation>
    </message>
    <message>
        <source>The operands have types that do not go together.</source>
        <translation>各操作数的类型不匹配。</translation>
    </message>
    <message>
        <source>Mean is supported for float32 only.</source>
        <translation>Mean只支持float32。</translation>
    </message>
    <message>
        <source>oneDNN offers no fast float16 code for it on this processor.</source>
        <translation>oneDNN在此处理器上没有对应的快速float16实现。</translation>
    </message>
    <message>
        <source>oneDNN offers no fast bfloat16 code for it on this processor.</source>
        <translation>oneDNN在此处理器上没有对应的快速bfloat16实现。</translation>
    </message>
    <message>
        <source>A loss by class numbers needs float scores [N, classes, ...].</source>
        <translation>按类别编号的Loss需要浮点分数[N, 类别数, ...]。</translation>
    </message>
    <message>
        <source>Its condition is not a single truth value.</source>
        <translation>其条件不是单个布尔值。</translation>
    </message>
    <message>
        <source>An output that is stacked up changes its shape from one turn to the next.</source>
        <translation>逐次累积的输出在各次循环中形状不同。</translation>
    </message>
    <message>
        <source>Its body does not fit its inputs.</source>
        <translation>其主体与输入不匹配。</translation>
    </message>
    <message>
        <source>A value that goes from turn to turn is absent.</source>
        <translation>缺少在各次循环间传递的值。</translation>
    </message>
    <message>
        <source>Its scan_output_axes name an axis that the output does not have.</source>
        <translation>scan_output_axes指定了输出没有的轴。</translation>
    </message>
    <message>
        <source>Its inputs have different numbers of samples.</source>
        <translation>其各输入的样本数不同。</translation>
    </message>
    <message>
        <source>The inputs that it walks along have different lengths.</source>
        <translation>所遍历的各输入长度不同。</translation>
    </message>
    <message>
        <source>It has no samples.</source>
        <translation>没有样本。</translation>
    </message>
    <message>
        <source>Samples of different lengths cannot be put together.</source>
        <translation>长度不同的样本无法合并。</translation>
    </message>
    <message>
        <source>A conversion from %1 to %2 is not supported.</source>
        <translation>不支持从%1到%2的转换。</translation>
    </message>
    <message>
        <source>oneDNN has no convolution of this form.</source>
        <translation>oneDNN没有这种形式的卷积。</translation>
    </message>
    <message>
        <source>oneDNN has no backward convolution of this form.</source>
        <translation>oneDNN没有这种形式的反向卷积。</translation>
    </message>
    <message>
        <source>oneDNN has no transposed convolution of this form.</source>
        <translation>oneDNN没有这种形式的转置卷积。</translation>
    </message>
    <message>
        <source>oneDNN has no weight gradient of this convolution.</source>
        <translation>oneDNN没有这种卷积的权重梯度。</translation>
    </message>
    <message>
        <source>A computed ratio of Dropout is not supported.</source>
        <translation>不支持由计算得出的Dropout比例。</translation>
    </message>
    <message>
        <source>A Dropout that drops outside of training is not supported.</source>
        <translation>不支持在训练之外丢弃的Dropout。</translation>
    </message>
    <message>
        <source>Check its inputs, or export the model again.</source>
        <translation>请检查其输入，或重新导出模型。</translation>
    </message>
    <message>
        <source>Einsum of more than four operands is not supported.</source>
        <translation>不支持超过四个操作数的Einsum。</translation>
    </message>
    <message>
        <source>The equation of Einsum does not fit its operands.</source>
        <translation>Einsum的公式与其操作数不匹配。</translation>
    </message>
    <message>
        <source>It picks from an axis without elements.</source>
        <translation>从没有元素的轴上取值。</translation>
    </message>
    <message>
        <source>This function is supported for numbers only.</source>
        <translation>此函数只支持数值。</translation>
    </message>
    <message>
        <source>A comparison of %1 and %2 is not supported.</source>
        <translation>不支持%1与%2之间的大小判断。</translation>
    </message>
    <message>
        <source>A selection between values of this type is not supported.</source>
        <translation>不支持在此类型的值之间选择。</translation>
    </message>
    <message>
        <source>Dense cross entropy is supported for logits [N, classes].</source>
        <translation>稠密交叉熵只支持logits [N, 类别数]。</translation>
    </message>
    <message>
        <source>oneDNN has no matrix product of this form.</source>
        <translation>oneDNN没有这种形式的矩阵乘。</translation>
    </message>
    <message>
        <source>A transposed product is supported for floats of 32 and 16 bits only.</source>
        <translation>转置矩阵乘只支持32位和16位浮点数。</translation>
    </message>
    <message>
        <source>A pad value as an attribute is supported for float32 only.</source>
        <translation>以属性给出的填充值只支持float32。</translation>
    </message>
    <message>
        <source>A Split with an unnamed output is not supported.</source>
        <translation>不支持输出未命名的Split。</translation>
    </message>
    <message>
        <source>Operands that decide the shape of the result must be constants.</source>
        <translation>决定结果形状的操作数必须为常量。</translation>
    </message>
    <message>
        <source>Nothing can be repeated along an axis without elements.</source>
        <translation>无法沿没有元素的轴重复。</translation>
    </message>
    <message>
        <source>The number of updates must be an int64.</source>
        <translation>更新次数必须为int64。</translation>
    </message>
    <message>
        <source>A pool over more than six axes is not supported.</source>
        <translation>不支持超过六个轴的池化。</translation>
    </message>
    <message>
        <source>The gradient of this form of pool is not supported.</source>
        <translation>不支持这种形式的池化的梯度。</translation>
    </message>
    <message>
        <source>The gradient of recurrent layers with lengths or unusual activations is not supported.</source>
        <translation>不支持带序列长度或特殊激活函数的循环层的梯度。</translation>
    </message>
    <message>
        <source>Recurrent layers with sequence lengths or unusual activations are not supported.</source>
        <translation>不支持带序列长度或特殊激活函数的循环层。</translation>
    </message>
    <message>
        <source>A reduction over computed axes is not supported.</source>
        <translation>不支持在计算得出的轴上做规约。</translation>
    </message>
    <message>
        <source>The result has another type than the operand.</source>
        <translation>结果与操作数的类型不同。</translation>
    </message>
    <message>
        <source>The sizes and scales of Resize must be constants.</source>
        <translation>Resize的sizes和scales必须为常量。</translation>
    </message>
    <message>
        <source>This form of normalisation is not supported: its factors have an unusual shape.</source>
        <translation>不支持这种形式的归一化：其系数的形状特殊。</translation>
    </message>
    <message>
        <source>The gradient of this form of normalisation is not supported.</source>
        <translation>不支持这种形式的归一化的梯度。</translation>
    </message>
    <message>
        <source>Its axis is not one of the operand&apos;s.</source>
        <translation>其轴不是操作数的轴。</translation>
    </message>
    <message>
        <source>It compares strings, which are not computed here.</source>
        <translation>涉及字符串，此处不计算。</translation>
    </message>
    <message>
        <source>Its boxes and scores do not fit each other.</source>
        <translation>其boxes与scores不匹配。</translation>
    </message>
    <message>
        <source>The shapes before and after have different numbers of elements.</source>
        <translation>前后形状的元素数不同。</translation>
    </message>
    <message>
        <source>A reshape from %1 to %2 is not supported.</source>
        <translation>不支持从%1到%2的reshape。</translation>
    </message>
    <message>
        <source>Softmax of %1 is not supported.</source>
        <translation>不支持%1的Softmax。</translation>
    </message>
    <message>
        <source>Hardmax of %1 is not supported.</source>
        <translation>不支持%1的Hardmax。</translation>
    </message>
    <message>
        <source>This function is supported for float32, float16 and bfloat16 only.</source>
        <translation>此函数只支持float32、float16和bfloat16。</translation>
    </message>
    <message>
        <source>What %1 gives shows only when it runs, so it cannot be trained.</source>
        <translation>%1的输出只有在运行时才能确定，因此无法训练。</translation>
    </message>
    <message>
        <source>%1 cannot be computed with values of %2.</source>
        <translation>%1不支持以%2的值计算。</translation>
    </message>
    <message>
        <source>oneDNN refuses this %1 (%2).</source>
        <translation>oneDNN拒绝此%1（%2）。</translation>
    </message>
    <message>
        <source>The model needs %1 MiB, which the machine does not have.</source>
        <translation>模型需要%1 MiB内存，超过本机可用内存。</translation>
    </message>
    <message>
        <source>The values of &quot;%1&quot; are not at hand.</source>
        <translation>没有“%1”的值。</translation>
    </message>
    <message>
        <source>Put the model&apos;s data file beside it and open it again.</source>
        <translation>请将模型的数据文件放在模型旁，然后重新打开。</translation>
    </message>
    <message>
        <source>The run file cannot be written (%1).</source>
        <translation>无法写入运行记录（%1）。</translation>
    </message>
    <message>
        <source>Check the folder and its permissions.</source>
        <translation>请检查文件夹及其权限。</translation>
    </message>
    <message>
        <source>The run file ends early (%1).</source>
        <translation>运行记录提前中断（%1）。</translation>
    </message>
    <message>
        <source>Free some space; the run itself goes on.</source>
        <translation>请释放空间；训练本身继续进行。</translation>
    </message>
    <message>
        <source>This is not a run file of a version that is known here.</source>
        <translation>此文件不是已知版本的运行记录。</translation>
    </message>
    <message>
        <source>Record %1 claims a length of %2 bytes.</source>
        <translation>记录%1声明长度为%2字节。</translation>
    </message>
    <message>
        <source>Record %1 is damaged.</source>
        <translation>记录%1已损坏。</translation>
    </message>
    <message>
        <source>The model has no float32 or int64 input of two or more dimensions to feed samples to.</source>
        <translation>模型没有可输入样本的二维或更高维的float32或int64输入。</translation>
    </message>
    <message>
        <source>Train a model with an input [N, ...].</source>
        <translation>请训练输入为[N, ...]的模型。</translation>
    </message>
    <message>
        <source>The checkpoint is cut off or damaged.</source>
        <translation>检查点不完整或已损坏。</translation>
    </message>
    <message>
        <source>This is not a checkpoint of a version that is known here.</source>
        <translation>此文件不是已知版本的检查点。</translation>
    </message>
    <message>
        <source>The comparison was stopped.</source>
        <translation>计算已停止。</translation>
    </message>
    <message>
        <source>Start it again.</source>
        <translation>请重新开始。</translation>
    </message>
    <message>
        <source>No output of the model is a float32 tensor with a row for each sample.</source>
        <translation>模型没有每个样本一行的float32输出。</translation>
    </message>
    <message>
        <source>Evaluate a model that gives a score for each class.</source>
        <translation>请使用对每个类别给出分数的模型。</translation>
    </message>
    <message>
        <source>The shape of the input &quot;%1&quot; is not fixed (%2).</source>
        <translation>输入“%1”的形状不固定（%2）。</translation>
    </message>
    <message>
        <source>The checkpoint was made under other settings:%1</source>
        <translation>检查点是在其他设置下生成的：%1</translation>
    </message>
    <message>
        <source>Resume with the same model and settings, or start anew.</source>
        <translation>请以相同的模型和设置继续，或重新开始。</translation>
    </message>
    <message>
        <source>The checkpoint belongs to a model with other weights.</source>
        <translation>检查点属于权重不同的模型。</translation>
    </message>
    <message>
        <source>%1 epochs of %2 steps are %3 steps.</source>
        <translation>%1个epoch（每个%2个step）共%3个step。</translation>
    </message>
    <message>
        <source>Choose a number that gives at least one step, and no more than 1e15.</source>
        <translation>请选择使step数不小于1且不超过1e15的数。</translation>
    </message>
    <message>
        <source>There is no loss-scale rule &quot;%1&quot;.</source>
        <translation>没有损失缩放规则“%1”。</translation>
    </message>
    <message>
        <source>The loss reads %1 numbers a sample from &quot;%2&quot;, and the data has %3.</source>
        <translation>Loss从“%2”中为每个样本读取%1个数，而数据有%3个。</translation>
    </message>
    <message>
        <source>No operator of the training graph makes a tensor &quot;%1&quot;.</source>
        <translation>训练图中没有算子生成张量“%1”。</translation>
    </message>
    <message>
        <source>A batch of %1 cannot be cut into %2 equal parts.</source>
        <translation>批大小%1不能等分为%2份。</translation>
    </message>
    <message>
        <source>Choose a divisor of the batch size.</source>
        <translation>请选择能整除批大小的数。</translation>
    </message>
    <message>
        <source>%1 gives up after step %2: the loss scale cannot help (%3).</source>
        <translation>%1在step %2后放弃：损失缩放无法解决（%3）。</translation>
    </message>
    <message>
        <source>Find the operator that overflows first and keep it in float32.</source>
        <translation>请找到首先溢出的算子，并使其保持float32。</translation>
    </message>
    <message>
        <source>tensor &quot;%1&quot;</source>
        <translation>张量“%1”</translation>
    </message>
    <message>
        <source>node &quot;%1&quot;</source>
        <translation>节点“%1”</translation>
    </message>
    <message>
        <source>node &quot;%1&quot; (%2)</source>
        <translation>节点“%1”（%2）</translation>
    </message>
    <message>
        <source>Give the dimensions sizes (Model &gt; Set Dimensions…).</source>
        <translation>请为维度指定大小（模型 &gt; 设置维度…）。</translation>
    </message>
    <message>
        <source>Choose a loss in the training view.</source>
        <translation>请在训练视图中选择Loss。</translation>
    </message>
    <message>
        <source>Choose another loss.</source>
        <translation>请选择其他Loss。</translation>
    </message>
    <message>
        <source>Choose data for this model, or another loss.</source>
        <translation>请选择适合此模型的数据，或其他Loss。</translation>
    </message>
    <message>
        <source>Choose a smaller batch.</source>
        <translation>请选择较小的批大小。</translation>
    </message>
    <message>
        <source>Choose a tensor of the training graph.</source>
        <translation>请选择训练图中的张量。</translation>
    </message>
    <message>
        <source>Choose a file that a training wrote.</source>
        <translation>请选择训练写入的文件。</translation>
    </message>
    <message>
        <source>batch size</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>epoch数</translation>
    </message>
    <message>
        <source>parts of the batch</source>
        <translation>批次分份数</translation>
    </message>
    <message>
        <source>loss scale rule</source>
        <translation>损失缩放规则</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>two sentences</comment>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>The image is %1×%2 in %3, and %4 is not.</source>
        <translation>此图像为%1×%2（%3），而%4不是。</translation>
    </message>
    <message>
        <source>colour</source>
        <translation>彩色</translation>
    </message>
    <message>
        <source>shades of gray</source>
        <translation>灰度</translation>
    </message>
    <message>
        <source>The input &quot;%1&quot; (%2) %3.</source>
        <translation>输入“%1”（%2）%3。</translation>
    </message>
    <message>
        <source>has no fixed shape</source>
        <translation>的形状不固定</translation>
    </message>
    <message>
        <source>has a type that cannot be made up</source>
        <translation>的类型无法生成数据</translation>
    </message>
    <message>
        <source>There is no gradient through %1, unless its condition or its turns are known.</source>
        <translation>%1没有梯度，除非其条件或循环次数是已知的。</translation>
    </message>
    <message>
        <source>Export the model with fixed sizes and the branch that is meant, or with LSTM, GRU or RNN.</source>
        <translation>请以固定的尺寸和所需的分支导出模型，或使用LSTM、GRU或RNN。</translation>
    </message>
    <message>
        <source>Train a model with differentiable operators between its weights and its output.</source>
        <translation>请训练权重与输出之间只有可微算子的模型。</translation>
    </message>
    <message>
        <source>No gradient passes through %1: weights in front of it stay as they are.</source>
        <translation>梯度无法通过%1：其前面的权重保持不变。</translation>
    </message>
    <message>
        <source>ONNX has no element type %1.</source>
        <translation>ONNX没有元素类型%1。</translation>
    </message>
    <message>
        <source>The turns of &quot;%1&quot; are known, so they stand in its place, one behind the other.</source>
        <translation>“%1”的循环次数已知，因此各次循环依次展开在其位置上。</translation>
    </message>
    <message>
        <source>The gradient of %1 is not implemented: %2.</source>
        <translation>%1的梯度尚未实现：%2。</translation>
    </message>
    <message>
        <source>%1 weights of 16 bits are trained in float32 and rounded where they are used.</source>
        <translation>%1个16位权重以float32训练，并在使用处舍入。</translation>
    </message>
    <message>
        <source>ONNX has no element type %1, which the Cast is for.</source>
        <translation>ONNX没有该Cast所指的元素类型%1。</translation>
    </message>
    <message>
        <source>A Dropout that drops float64 is not supported.</source>
        <translation>不支持丢弃float64的Dropout。</translation>
    </message>
    <message>
        <source>A Dropout that drops by a computed condition is not supported.</source>
        <translation>不支持由计算出的条件决定是否丢弃的Dropout。</translation>
    </message>
    <message>
        <source>The loss reads one number a sample from &quot;%1&quot;, and the data has %2.</source>
        <translation>损失从“%1”的每个样本读取一个数，而数据有%2个。</translation>
    </message>
    <message>
        <source>The target of sample %1 holds %2 (element %3), which is none of the %4 classes from 0 on.</source>
        <translation>样本%1的目标含有%2（元素%3），不属于从0开始的%4个类别。</translation>
    </message>
    <message>
        <source>Accuracy needs one class number for each answer, counted from 0.</source>
        <translation>计算准确率需要每个答案有一个从0开始的类别编号。</translation>
    </message>
    <message>
        <source>The model gives %1 answers a sample, and the data has %2 for it.</source>
        <translation>模型对每个样本给出%1个答案，而数据有%2个。</translation>
    </message>
    <message>
        <source>The data has numbers to predict, not classes.</source>
        <translation>数据要预测的是数值，而不是类别。</translation>
    </message>
    <message>
        <source>A label is %1, which is none of the %2 classes from 0 on.</source>
        <translation>有一个标签是%1，不属于从0开始的%2个类别。</translation>
    </message>
    <message>
        <source>Replace what is not finite in float32, or leave such samples out.</source>
        <translation>请替换在float32中非有限的数，或去掉这样的样本。</translation>
    </message>
    <message>
        <source>Elements of type %1 are not read.</source>
        <translation>不读取类型为%1的元素。</translation>
    </message>
    <message>
        <source>Give a tensor of numbers.</source>
        <translation>请给出数值张量。</translation>
    </message>
    <message>
        <source>Give smaller numbers.</source>
        <translation>请给出更小的数。</translation>
    </message>
    <message>
        <source>Save an array of numbers with numpy.save.</source>
        <translation>请用numpy.save保存数值数组。</translation>
    </message>
    <message>
        <source>The header does not say the order of the elements.</source>
        <translation>文件头没有说明元素的顺序。</translation>
    </message>
    <message>
        <source>Sample %1 holds %2 (element %3), and &quot;%4&quot; reads %5.</source>
        <translation>样本%1含有%2（元素%3），而“%4”读取%5。</translation>
    </message>
    <message>
        <source>Choose data that was made for this model.</source>
        <translation>请选择为此模型准备的数据。</translation>
    </message>
    <message>
        <source>The input &quot;%1&quot; holds %2 (element %3), and it picks from %4 entries.</source>
        <translation>输入“%1”含有%2（元素%3），而它从%4个条目中选取。</translation>
    </message>
    <message>
        <source>Give indices from 0 on, or from -1 backwards.</source>
        <translation>请给出从0开始的索引，或从-1倒数的索引。</translation>
    </message>
    <message>
        <source>%1 %2 of %3 holds %4 (element %5).</source>
        <translation>%3的%1 %2含有%4（元素%5）。</translation>
    </message>
    <message>
        <source>Number the classes from 0, or choose a loss for numbers.</source>
        <translation>请从0开始为类别编号，或选择用于数值的损失。</translation>
    </message>
</context>
<context>
    <name>ModeCombo</name>
    <message>
        <source>Not on %1, which has no BF16.</source>
        <translation>%1不支持，因为它没有BF16。</translation>
    </message>
</context>
<context>
    <name>OpenedModel</name>
    <message>
        <source>LeNet-5 (sample)</source>
        <translation>LeNet-5（示例）</translation>
    </message>
    <message>
        <source>ResNet block (sample)</source>
        <translation>ResNet块（示例）</translation>
    </message>
    <message>
        <source>Transformer block (sample)</source>
        <translation>Transformer块（示例）</translation>
    </message>
</context>
<context>
    <name>OpsModel</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>The operator&apos;s name in the model</source>
        <translation>算子在模型中的名称</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>The operator type in ONNX</source>
        <translation>ONNX中的算子类型</translation>
    </message>
    <message>
        <source>Ascend type</source>
        <translation>昇腾类型</translation>
    </message>
    <message>
        <source>What it becomes on the chip; mixlists name these types</source>
        <translation>在处理器上对应的算子类型；混合精度名单中使用该名称</translation>
    </message>
    <message>
        <source>List</source>
        <translation>名单</translation>
    </message>
    <message>
        <source>The list that is in force for it</source>
        <translation>对该算子生效的名单</translation>
    </message>
    <message>
        <source>Data type</source>
        <translation>数据类型</translation>
    </message>
    <message>
        <source>Its type in the model, and the type that it gets</source>
        <translation>模型中的数据类型，以及判定后的数据类型</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>判定依据</translation>
    </message>
    <message>
        <source>Why it gets this type; the inspector shows all steps</source>
        <translation>得到该数据类型的原因；“属性”窗格显示全部步骤</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>The part of a training step that it belongs to</source>
        <translation>所属的训练阶段</translation>
    </message>
    <message>
        <source>Δ</source>
        <translation>Δ</translation>
    </message>
    <message>
        <source>● where the last edit changed a type</source>
        <translation>● 表示上一次修改改变了数据类型</translation>
    </message>
</context>
<context>
    <name>OptionsJson</name>
    <message>
        <source>The option &quot;%1&quot; is not known.</source>
        <translation>未知选项“%1”。</translation>
    </message>
</context>
<context>
    <name>QMenu</name>
    <message>
        <source>… and %1 more</source>
        <translation>… 以及另外%1个</translation>
    </message>
    <message>
        <source>Made From</source>
        <translation>输入来自</translation>
    </message>
    <message>
        <source>Used By</source>
        <translation>被使用</translation>
    </message>
    <message>
        <source>Type by &amp;Hand</source>
        <translation>手动指定类型(&amp;H)</translation>
    </message>
</context>
<context>
    <name>RunCurves</name>
    <message>
        <source>loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>The loss of each step, without the loss scale.</source>
        <translation>各step的Loss，不含损失缩放。</translation>
    </message>
    <message>
        <source>loss scale</source>
        <translation>损失缩放系数</translation>
    </message>
    <message>
        <source>The factor of the loss, with every change and its cause.</source>
        <translation>Loss的缩放系数，以及每次变化及其原因。</translation>
    </message>
    <message>
        <source>gradient norm</source>
        <translation>梯度范数</translation>
    </message>
    <message>
        <source>The length of all gradients together, after unscaling.</source>
        <translation>还原梯度后，所有梯度合在一起的范数。</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>The rate of each update.</source>
        <translation>每次更新的学习率。</translation>
    </message>
    <message>
        <source>underflow %</source>
        <translation>下溢 %</translation>
    </message>
    <message>
        <source>Of all numbers rounded to 16 bits, the share that became zero.</source>
        <translation>舍入到16位的所有数值中，变为0的比例。</translation>
    </message>
    <message>
        <source>step time (ms)</source>
        <translation>step耗时（ms）</translation>
    </message>
    <message>
        <source>How long each step took.</source>
        <translation>每个step所用的时间。</translation>
    </message>
</context>
<context>
    <name>RunMarks</name>
    <message>
        <source>overflow seen</source>
        <translation>检测到溢出</translation>
    </message>
    <message>
        <source>scale grows</source>
        <translation>缩放系数增长</translation>
    </message>
    <message>
        <source>step skipped</source>
        <translation>跳过更新</translation>
    </message>
</context>
<context>
    <name>RunRecipe</name>
    <message>
        <source>What the run was made from cannot be read.</source>
        <translation>无法读取该运行所用的模型和设置。</translation>
    </message>
    <message>
        <source>Open the run to look at it, and start it anew.</source>
        <translation>请打开该运行进行查看，并重新开始训练。</translation>
    </message>
</context>
<context>
    <name>RunSpec</name>
    <message>
        <source>%1, no list</source>
        <translation>%1，不使用名单</translation>
    </message>
</context>
<context>
    <name>Tables</name>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
</context>
<context>
    <name>TypeListModel</name>
    <message>
        <source>Operator type</source>
        <translation>算子类型</translation>
    </message>
    <message>
        <source>The Ascend type, as mixlists name it</source>
        <translation>昇腾算子类型，与混合精度名单中的名称一致</translation>
    </message>
</context>
<context>
    <name>TypeOffers</name>
    <message>
        <source>To &amp;Black</source>
        <translation>移入黑名单(&amp;B)</translation>
    </message>
    <message>
        <source>To Gra&amp;y</source>
        <translation>移入灰名单(&amp;Y)</translation>
    </message>
    <message>
        <source>To &amp;White</source>
        <translation>移入白名单(&amp;W)</translation>
    </message>
    <message>
        <source>As B&amp;uilt In</source>
        <translation>恢复内置策略(&amp;U)</translation>
    </message>
</context>
<context>
    <name>halftone::AboutDialog</name>
    <message numerus="yes">
        <source>%1, %n threads
Vector instructions in use: %2 (this processor has: %3)</source>
        <translation>
            <numerusform>%1,%n个线程
正在使用的向量指令：%2（本机处理器支持：%3）</numerusform>
        </translation>
    </message>
    <message>
        <source>About Halftone</source>
        <translation>关于Halftone</translation>
    </message>
    <message>
        <source>Program and version</source>
        <translation>程序和版本</translation>
    </message>
    <message>
        <source>Mixed precision, operator by operator.

%1
Qt %2

Free software under the GNU General Public License, version 3 or later.</source>
        <translation>逐算子的混合精度。

%1
Qt %2

自由软件，遵循GNU通用公共许可证第3版或更高版本。</translation>
    </message>
    <message>
        <source>About this program and processor</source>
        <translation>关于本程序和处理器</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>native</source>
        <translation>原生支持</translation>
    </message>
    <message>
        <source>emulated: computed in FP32, rounded to 16 bits</source>
        <translation>模拟：以FP32计算，舍入到16位</translation>
    </message>
    <message>
        <source>FP16: %1
BF16: %2</source>
        <translation>FP16：%1
BF16：%2</translation>
    </message>
</context>
<context>
    <name>halftone::AdviceList</name>
    <message>
        <source>Advice on the mixlist</source>
        <translation>混合精度名单的建议</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Show the entry</source>
        <translation>显示该条目</translation>
    </message>
</context>
<context>
    <name>halftone::AdviceTexts</name>
    <message>
        <source>Remove the entry</source>
        <translation>删除该条目</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>使用%1</translation>
    </message>
    <message>
        <source>Make it gray</source>
        <translation>改为灰名单</translation>
    </message>
</context>
<context>
    <name>halftone::BoxToolTip</name>
    <message>
        <source>input of the graph</source>
        <translation>计算图的输入</translation>
    </message>
    <message>
        <source>output of the graph</source>
        <translation>计算图的输出</translation>
    </message>
    <message>
        <source>%1 list</source>
        <translation>%1名单</translation>
    </message>
    <message>
        <source>runs in %1</source>
        <translation>以%1运行</translation>
    </message>
    <message>
        <source>phase: %1</source>
        <translation>阶段：%1</translation>
    </message>
    <message>
        <source>engine: %1</source>
        <translation>引擎：%1</translation>
    </message>
    <message>
        <source>gives %1</source>
        <translation>输出%1</translation>
    </message>
    <message>
        <source>follows %1</source>
        <translation>跟随%1</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Also read by:</source>
        <translation>还被以下算子读取：</translation>
    </message>
    <message>
        <source>Also reads:</source>
        <translation>还读取：</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>以及另外%1个</translation>
    </message>
    <message numerus="yes">
        <source>%n weights are cast</source>
        <translation>
            <numerusform>%n个权重被类型转换</numerusform>
        </translation>
    </message>
    <message>
        <source>%L1 in %2</source>
        <translation>%2：%L1个</translation>
    </message>
    <message>
        <source>other types</source>
        <translation>其他类型</translation>
    </message>
    <message>
        <source>%L1 white, %L2 gray, %L3 black</source>
        <translation>白名单%L1个，灰名单%L2个，黑名单%L3个</translation>
    </message>
    <message numerus="yes">
        <source>%Ln casts</source>
        <translation>
            <numerusform>%Ln个Cast</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln operators without a kernel</source>
        <translation>
            <numerusform>%Ln个算子没有kernel</numerusform>
        </translation>
    </message>
    <message>
        <source>comes from outside the group</source>
        <translation>来自组外</translation>
    </message>
    <message>
        <source>is read outside the group</source>
        <translation>在组外被读取</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>Way out</source>
        <translation>组外连接</translation>
    </message>
    <message numerus="yes">
        <source>%Ln casts, the first from %1 to %2; %3 read and written</source>
        <translation>
            <numerusform>%Ln个Cast，第一个从%1到%2；读写%3</numerusform>
        </translation>
    </message>
    <message>
        <source>Cast of %1 from %2 to %3; %4 read and written</source>
        <translation>%1从%2到%3的Cast；读写%4</translation>
    </message>
    <message>
        <source>group %1, %2, %3</source>
        <translation>组%1，%2，%3</translation>
    </message>
    <message>
        <source>%1, %2, %3, %4 list</source>
        <translation>%1，%2，%3，%4名单</translation>
    </message>
</context>
<context>
    <name>halftone::BusyIndicator</name>
    <message>
        <source>What is going on</source>
        <translation>正在进行的任务</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>halftone::CallsModel</name>
    <message>
        <source>no operator</source>
        <translation>没有算子</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2个中的%1个</translation>
    </message>
    <message>
        <source>the whole network</source>
        <translation>整个网络</translation>
    </message>
    <message>
        <source>Got %1: %2</source>
        <translation>得到%1：%2</translation>
    </message>
</context>
<context>
    <name>halftone::CallsPane</name>
    <message>
        <source>Types asked for by hand</source>
        <translation>手动指定的数据类型</translation>
    </message>
    <message>
        <source>Nothing is asked for by hand. Select operators in the table or a scope in the graph, and make a group of them.</source>
        <translation>尚未手动指定任何类型。请在表格中选择算子或在图中选择作用域，并将其编为一组。</translation>
    </message>
    <message>
        <source>Nothing is asked for</source>
        <translation>未指定任何类型</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>组</translation>
    </message>
    <message>
        <source>&amp;Change…</source>
        <translation>更改(&amp;C)…</translation>
    </message>
    <message>
        <source>Change what is asked for</source>
        <translation>更改指定的类型</translation>
    </message>
    <message>
        <source>&amp;Take Back</source>
        <translation>撤回(&amp;T)</translation>
    </message>
    <message>
        <source>Take back what is asked for</source>
        <translation>撤回指定的类型</translation>
    </message>
    <message>
        <source>By Hand</source>
        <translation>手动指定</translation>
    </message>
    <message>
        <source>By Hand (%1)</source>
        <translation>手动指定（%1）</translation>
    </message>
</context>
<context>
    <name>halftone::ChipCombo</name>
    <message>
        <source>Target chip</source>
        <translation>昇腾AI处理器型号</translation>
    </message>
    <message>
        <source>Target chips</source>
        <translation>昇腾AI处理器型号列表</translation>
    </message>
    <message>
        <source>The chip whose operator library decides</source>
        <translation>由该处理器的算子信息库判定</translation>
    </message>
    <message>
        <source>Only the modes of Ascend depend on a chip</source>
        <translation>只有昇腾的精度模式与处理器型号有关</translation>
    </message>
    <message>
        <source>own library</source>
        <translation>自己的算子信息库</translation>
    </message>
    <message>
        <source>The library %1 decides</source>
        <translation>由算子信息库%1判定</translation>
    </message>
</context>
<context>
    <name>halftone::ColumnComparison</name>
    <message numerus="yes">
        <source>Comparing %n ways to decide</source>
        <translation>
            <numerusform>正在对比%n种判定方式</numerusform>
        </translation>
    </message>
    <message>
        <source>Computing numbers</source>
        <translation>正在计算数值</translation>
    </message>
</context>
<context>
    <name>halftone::CommandLine</name>
    <message>
        <source>Shows and edits which operators of a model run in low precision.</source>
        <translation>显示并编辑模型中哪些算子以低精度运行。</translation>
    </message>
    <message>
        <source>Chooses the theme: system, light, dark or high-contrast.</source>
        <translation>选择主题：system、light、dark或high-contrast。</translation>
    </message>
    <message>
        <source>Chooses the language: system, en or zh_CN.</source>
        <translation>选择语言：system、en或zh_CN。</translation>
    </message>
    <message>
        <source>Width and height of the pictures.</source>
        <translation>图片的宽度和高度。</translation>
    </message>
    <message>
        <source>A model (.onnx or sample:lenet5), a session (.halftone), a mixlist (.json), a recorded run.</source>
        <translation>模型（.onnx或sample:lenet5）、会话（.halftone）、混合精度名单（.json）或运行记录。</translation>
    </message>
    <message>
        <source>Shows this view first: graph, mixlist, compare, training or library.</source>
        <translation>首先显示此视图：graph、mixlist、compare、training或library。</translation>
    </message>
    <message>
        <source>Writes pictures of all views, or of the one that --view names, into DIR and exits; needs no display.</source>
        <translation>将所有视图（或--view指定的视图）的图片写入DIR后退出；无需显示器。</translation>
    </message>
</context>
<context>
    <name>halftone::Commands</name>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1等（另有%2个）</translation>
    </message>
    <message>
        <source>Move %1 to %2</source>
        <translation>将%1移到%2名单</translation>
    </message>
    <message>
        <source>Return %1 to the built-in list</source>
        <translation>将%1恢复内置策略</translation>
    </message>
    <message>
        <source>Change mode to %1</source>
        <translation>将模式改为%1</translation>
    </message>
    <message>
        <source>Change chip to %1</source>
        <translation>将处理器改为%1</translation>
    </message>
    <message>
        <source>Let the policy decide %1</source>
        <translation>由策略判定%1</translation>
    </message>
    <message>
        <source>Ask for %1 on %2</source>
        <translation>对%2指定%1</translation>
    </message>
    <message>
        <source>Load %1</source>
        <translation>加载%1</translation>
    </message>
    <message>
        <source>Name the list %1</source>
        <translation>将名单命名为%1</translation>
    </message>
    <message>
        <source>List 1</source>
        <translation>名单1</translation>
    </message>
    <message>
        <source>List %1</source>
        <translation>名单%1</translation>
    </message>
    <message>
        <source>Duplicate the list as %1</source>
        <translation>将名单复制为%1</translation>
    </message>
    <message>
        <source>Switch to %1</source>
        <translation>切换到%1</translation>
    </message>
    <message>
        <source>Rename the list %1</source>
        <translation>将名单重命名为%1</translation>
    </message>
    <message>
        <source>Delete %1</source>
        <translation>删除%1</translation>
    </message>
    <message>
        <source>Change options</source>
        <translation>更改选项</translation>
    </message>
    <message>
        <source>Take back the reason for %1</source>
        <translation>撤回%1的理由</translation>
    </message>
    <message>
        <source>Give a reason for %1</source>
        <translation>填写%1的理由</translation>
    </message>
    <message numerus="yes">
        <source>Ask for %1 on %2 (%n members)</source>
        <translation>
            <numerusform>为%2指定%1（%n个成员）</numerusform>
        </translation>
    </message>
    <message>
        <source>Ask nothing of %1</source>
        <translation>不再为%1指定类型</translation>
    </message>
    <message numerus="yes">
        <source>%n operators</source>
        <translation>
            <numerusform>%n个算子</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>halftone::CompareCard</name>
    <message>
        <source>Column</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Precision mode</source>
        <translation>精度模式</translation>
    </message>
    <message>
        <source>Target chip</source>
        <translation>昇腾AI处理器型号</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Remove this column</source>
        <translation>删除此列</translation>
    </message>
    <message>
        <source>Way to decide</source>
        <translation>判定方式</translation>
    </message>
    <message>
        <source>Not possible: %1</source>
        <translation>不可行：%1</translation>
    </message>
    <message>
        <source>Lists that decide</source>
        <translation>用于判定的名单</translation>
    </message>
    <message>
        <source>Error against FP32</source>
        <translation>相对FP32的误差</translation>
    </message>
    <message>
        <source>The largest error of a tensor in units of its largest right element, with all errors before it; how many tensors fail Ascend&apos;s rule; where it begins</source>
        <translation>张量的最大误差（以其最大正确元素为单位，含此前的累积误差）；不满足昇腾判定规则的张量数；误差开始的位置</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; baseline</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; 基准</translation>
    </message>
    <message>
        <source>my lists</source>
        <translation>我的名单</translation>
    </message>
    <message>
        <source>list in force</source>
        <translation>当前生效的名单</translation>
    </message>
    <message>
        <source>built-in lists</source>
        <translation>内置策略</translation>
    </message>
    <message>
        <source>a mixlist file…</source>
        <translation>混合精度名单文件…</translation>
    </message>
    <message>
        <source>Mixlist for This Column</source>
        <translation>此列的混合精度名单</translation>
    </message>
    <message>
        <source>Mixlists (*.json)</source>
        <translation>混合精度名单 (*.json)</translation>
    </message>
    <message>
        <source>%1 %2%%3, %L4 operators%5  ·  fp32 %L6%7  ·  casts %L8%9</source>
        <translation>%1 %2%%3，%L4个算子%5  ·  fp32 %L6%7  ·  Cast %L8%9</translation>
    </message>
    <message>
        <source>No numbers: %1</source>
        <translation>没有数值：%1</translation>
    </message>
    <message>
        <source>Not computed</source>
        <translation>未计算</translation>
    </message>
    <message>
        <source>max rel err &lt;b&gt;%1%2&lt;/b&gt;  ·  %L3 of %L4 tensors fail</source>
        <translation>最大相对误差&lt;b&gt;%1%2&lt;/b&gt;  ·  %L4个张量中有%L3个不达标</translation>
    </message>
    <message>
        <source>infinite from %1</source>
        <translation>从%1起变为无穷</translation>
    </message>
    <message>
        <source>zero from %1</source>
        <translation>从%1起变为0</translation>
    </message>
    <message>
        <source>jumps at %1</source>
        <translation>在%1处突增</translation>
    </message>
    <message>
        <source>Read the mixlist, the types asked for and the options of the window, the built-in lists alone, or a mixlist from a file</source>
        <translation>采用窗口中的混合精度名单、指定的数据类型和选项，仅采用内置策略，或采用文件中的混合精度名单</translation>
    </message>
    <message>
        <source>  ·  %1 cast%2  ·  %3 of results%4</source>
        <translation>  ·  Cast %1%2  ·  结果%3%4</translation>
    </message>
</context>
<context>
    <name>halftone::CompareGraphs</name>
    <message>
        <source>Graphs side by side</source>
        <translation>并排显示计算图</translation>
    </message>
    <message>
        <source>Graph, %1</source>
        <translation>计算图，%1</translation>
    </message>
    <message>
        <source>Drawing the graphs</source>
        <translation>正在绘制计算图</translation>
    </message>
</context>
<context>
    <name>halftone::CompareModel</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>≠ %1, inputs differ</source>
        <translation>≠ %1，输入不同</translation>
    </message>
    <message>
        <source>First reason that differs</source>
        <translation>首个不同的判定依据</translation>
    </message>
    <message>
        <source>not finite</source>
        <translation>不是有限值</translation>
    </message>
    <message>
        <source>%1 · abs %2 · rel %3 · cos %4 · %5 ULP</source>
        <translation>%1 · abs %2 · rel %3 · cos %4 · %5 ULP</translation>
    </message>
    <message>
        <source>fails: %1</source>
        <translation>不达标：%1</translation>
    </message>
</context>
<context>
    <name>halftone::CompareStrip</name>
    <message>
        <source>Precision along the graph, one band for each column</source>
        <translation>沿计算图的精度分布，每列一条色带</translation>
    </message>
    <message>
        <source>From the first operator to the last: fp16 hatched, fp32 plain; a line below a band where the column differs from the baseline. Click or use the arrow keys to go there.</source>
        <translation>从第一个算子到最后一个算子：fp16带斜线，fp32为纯色；色带下方的线表示该列与基准不同。单击或使用方向键可跳转。</translation>
    </message>
</context>
<context>
    <name>halftone::CompareView</name>
    <message>
        <source>Operators by ways to decide</source>
        <translation>各判定方式的算子</translation>
    </message>
    <message>
        <source>Filter operators</source>
        <translation>筛选算子</translation>
    </message>
    <message>
        <source>Only differences</source>
        <translation>只看差异</translation>
    </message>
    <message>
        <source>Number of operators shown</source>
        <translation>显示的算子数</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>模式对比</translation>
    </message>
    <message>
        <source>Graphs and table</source>
        <translation>计算图和表格</translation>
    </message>
    <message>
        <source>Filter and differences</source>
        <translation>筛选和差异</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>上一处</translation>
    </message>
    <message>
        <source>Previous difference</source>
        <translation>上一处差异</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一处</translation>
    </message>
    <message>
        <source>Next difference</source>
        <translation>下一处差异</translation>
    </message>
    <message>
        <source>Export the table</source>
        <translation>导出表格</translation>
    </message>
    <message>
        <source>Select the difference before this one (F7)</source>
        <translation>选中上一处差异（F7）</translation>
    </message>
    <message>
        <source>Select the next difference (F8)</source>
        <translation>选中下一处差异（F8）</translation>
    </message>
    <message>
        <source>Filter by name, type, phase or decision</source>
        <translation>按名称、类型、阶段或判定结果筛选</translation>
    </message>
    <message>
        <source>No model open</source>
        <translation>未打开模型</translation>
    </message>
    <message>
        <source>All columns decide alike</source>
        <translation>各列判定结果一致</translation>
    </message>
    <message>
        <source>%L1 of %L2 operators differ</source>
        <translation>%L2个算子中有%L1个不同</translation>
    </message>
    <message>
        <source>What the cells show</source>
        <translation>单元格显示的内容</translation>
    </message>
    <message>
        <source>Table and errors</source>
        <translation>表格和误差</translation>
    </message>
    <message>
        <source>Types</source>
        <translation>数据类型</translation>
    </message>
    <message>
        <source>Reasons</source>
        <translation>判定依据</translation>
    </message>
    <message>
        <source>Error with all before</source>
        <translation>累积误差</translation>
    </message>
    <message>
        <source>Error alone</source>
        <translation>算子自身误差</translation>
    </message>
    <message>
        <source>What the cells of the table show</source>
        <translation>表格单元格显示的内容</translation>
    </message>
    <message>
        <source>Export Table</source>
        <translation>导出表格</translation>
    </message>
    <message>
        <source>As &amp;CSV…</source>
        <translation>导出为CSV(&amp;C)…</translation>
    </message>
    <message>
        <source>As &amp;JSON…</source>
        <translation>导出为JSON(&amp;J)…</translation>
    </message>
    <message>
        <source>Write operator by way, with types and reasons, into a file</source>
        <translation>将各算子在各判定方式下的结果写入文件，包括数据类型和判定依据</translation>
    </message>
    <message>
        <source>Error over depth</source>
        <translation>误差随深度的变化</translation>
    </message>
    <message>
        <source>Which error the plot shows</source>
        <translation>曲线图显示的误差</translation>
    </message>
    <message>
        <source>Error of each operator alone</source>
        <translation>每个算子的自身误差</translation>
    </message>
    <message>
        <source>The largest error of a tensor in units of its largest right element</source>
        <translation>张量的最大误差（以其最大正确元素为单位）</translation>
    </message>
    <message>
        <source>&amp;Errors in the graphs</source>
        <translation>在计算图中显示误差(&amp;E)</translation>
    </message>
    <message>
        <source>Errors in the graphs</source>
        <translation>在计算图中显示误差</translation>
    </message>
    <message>
        <source>Write on each box how far its operator is off, with all errors before it</source>
        <translation>在每个方框上标出该算子的偏差，包括前面所有算子的误差</translation>
    </message>
    <message>
        <source>Signs of the columns</source>
        <translation>各列的图例</translation>
    </message>
    <message>
        <source>Writing the comparison</source>
        <translation>正在写入对比结果</translation>
    </message>
</context>
<context>
    <name>halftone::Diagnoses</name>
    <message>
        <source>%1 holds numbers beyond the range of FP16 (65504), as masks and labels do: it becomes infinite before %2 computes anything. Keep %2 in FP32.</source>
        <translation>%1含有超出FP16取值范围（65504）的数值，掩码和标签常有这种情况：在%2开始计算之前就已变为无穷。请让%2保持FP32。</translation>
    </message>
    <message>
        <source>The batch normalisation %1 overflows: the statistics that it keeps are damaged, and with them every later prediction. Keep its type in FP32.</source>
        <translation>批归一化%1溢出：它保存的统计量已损坏，此后的所有预测也受影响。请让该算子类型保持FP32。</translation>
    </message>
    <message>
        <source>%1 of the last %2 steps were skipped although the loss scale is as low as it gets: the forward pass itself overflows, mostly first in %3. Another scale cannot help; keep this operator&apos;s type in FP32 and train again.</source>
        <translation>最近%2个step中有%1个跳过更新，而损失缩放系数已降到最低：溢出发生在前向本身，首个溢出算子多为%3。更换缩放系数没有帮助；请让该算子类型保持FP32并重新训练。</translation>
    </message>
    <message>
        <source>The first %1 steps were skipped until the loss scale had fallen from %2 to %3. Begin with %3.</source>
        <translation>前%1个step跳过更新，直到损失缩放系数从%2降到%3。请从%3开始。</translation>
    </message>
    <message>
        <source>In %1 of the last %2 steps the gradient of %3 became all zeros by rounding, so nothing in front of it learns. Keep it in FP32, or begin with a larger loss scale.</source>
        <translation>最近%2个step中有%1个，%3的梯度因舍入全部变为0，因此它之前的部分学不到任何内容。请让它保持FP32，或使用更大的初始损失缩放系数。</translation>
    </message>
    <message>
        <source>%1 % of all numbers of the gradients became zero by rounding to 16 bits, most of them in %2. Keep it in FP32, or begin with a larger loss scale.</source>
        <translation>所有梯度数值中有%1 %因舍入到16位而变为0，其中大部分在%2。请让它保持FP32，或使用更大的初始损失缩放系数。</translation>
    </message>
    <message>
        <source>%1 % of all numbers in the updates of the weights became zero by rounding to 16 bits, most of them in %2: these weights stand still. Keep it in FP32.</source>
        <translation>权重更新的所有数值中有%1 %因舍入到16位而变为0，其中大部分在%2：这些权重不再变化。请让它保持FP32。</translation>
    </message>
    <message>
        <source>%1 of the last %2 steps were skipped, whatever the loss scale was (now it is %4): the forward pass itself overflows, mostly first in %3. Another scale cannot help; keep this operator&apos;s type in FP32 and train again.</source>
        <translation>最近%2个step中有%1个跳过更新，与损失缩放系数的大小无关（现为%4）：溢出发生在前向本身，首个溢出算子多为%3。更换缩放系数没有帮助；请让该算子类型保持FP32并重新训练。</translation>
    </message>
    <message>
        <source>%1 of the last %2 steps were skipped although the loss scale is as low as it gets: the gradients themselves overflow, mostly first in %3. Another scale cannot help; keep this operator&apos;s type in FP32 and train again.</source>
        <translation>最近%2个step中有%1个跳过更新，而损失缩放系数已降到最低：溢出发生在梯度本身，首个溢出算子多为%3。更换缩放系数没有帮助；请让该算子类型保持FP32并重新训练。</translation>
    </message>
    <message>
        <source>%1 holds numbers beyond the range of FP16 (65504), as masks do: it becomes infinite before %2 computes anything. No gradient was harmed so far; a row that is masked as a whole would become NaN. Keep %2 in FP32.</source>
        <translation>%1含有超出FP16取值范围（65504）的数值，掩码常有这种情况：在%2开始计算之前就已变为无穷。目前还没有梯度受影响；但整行被掩盖时会变为NaN。请让%2保持FP32。</translation>
    </message>
    <message>
        <source>The batch normalisation %1 overflows. Here the skipped steps are taken back with their statistics; PyTorch and MindSpore write these in the forward pass already, so that they stay damaged, and with them every later prediction. Keep its type in FP32.</source>
        <translation>批归一化%1溢出。此处跳过更新的step连同统计量一起撤销；PyTorch和MindSpore在前向中就已写入统计量，因此统计量会一直损坏，此后的所有预测也受影响。请让该算子类型保持FP32。</translation>
    </message>
    <message>
        <source>From step %1 on the loss is no number, and in FP32 that is no matter of precision: the training itself diverges. Train with a lower learning rate.</source>
        <translation>从step %1起Loss不再是有效数值，而且FP32下也是如此，因此与数据精度无关：训练本身发散。请降低学习率后再训练。</translation>
    </message>
    <message>
        <source>From step %1 on the loss is no number: an update has made weights infinite, and skipping steps cannot mend them. Train with a lower learning rate.</source>
        <translation>从step %1起Loss不再是有效数值：一次更新使权重变为无穷，跳过更新无法恢复。请降低学习率后再训练。</translation>
    </message>
    <message>
        <source>From step %1 on the loss is no number, and no step is skipped: infinite gradients have gone into the weights, where they stay. Choose a rule for the loss scale that skips such steps.</source>
        <translation>从step %1起Loss不再是有效数值，并且没有跳过任何更新：无穷的梯度已写入权重并一直保留。请选择会跳过此类更新的损失缩放规则。</translation>
    </message>
    <message>
        <source>All %1 steps so far were skipped: the loss scale has fallen from %2 to %3, which is still too high for the gradients (first in %4). Begin with %3.</source>
        <translation>到目前为止的%1个step全部跳过更新：损失缩放系数已从%2降到%3，对梯度来说仍然过高（首个溢出算子为%4）。请从%3开始。</translation>
    </message>
    <message>
        <source>All %1 steps so far were skipped: the loss scale stays at %2, which is too high for the gradients (first in %3). Take a rule that lowers it.</source>
        <translation>到目前为止的%1个step全部跳过更新：损失缩放系数保持为%2，对梯度来说过高（首个溢出算子为%3）。请选择会降低系数的规则。</translation>
    </message>
    <message>
        <source>%1 of the last %2 steps were skipped: the loss scale stays at %3, which is too high for the gradients (first in %4). Take a rule that lowers it.</source>
        <translation>最近%2个step中有%1个跳过更新：损失缩放系数保持为%3，对梯度来说过高（首个溢出算子为%4）。请选择会降低系数的规则。</translation>
    </message>
    <message>
        <source>The loss scale grew %1 times in the last %2 steps, and %3 steps were skipped for it. Let it grow later: after %4 steps without overflow, as most frameworks do.</source>
        <translation>最近%2个step中损失缩放系数增长了%1次，因此有%3个step跳过更新。请让它晚一些增长：与多数框架一样，在%4个step无溢出之后。</translation>
    </message>
    <message>
        <source>Running statistics of batch normalisation are infinite or NaN, first in %1: every later prediction is worthless, whatever the loss says. Keep its type in FP32, and let the rule of the loss scale skip steps that overflow.</source>
        <translation>批归一化的统计量已变为无穷或NaN，首先出现在%1：无论Loss如何，此后的所有预测都没有意义。请让该算子类型保持FP32，并选择会跳过溢出更新的损失缩放规则。</translation>
    </message>
</context>
<context>
    <name>halftone::DimsDialog</name>
    <message>
        <source>Dimensions</source>
        <translation>维度</translation>
    </message>
    <message>
        <source>Dimensions of %1</source>
        <translation>%1的维度</translation>
    </message>
    <message>
        <source>Shapes are only known where dimensions have a size. 0 leaves a dimension as the file has it.</source>
        <translation>只有指定了维度大小才能得到形状。0表示保持文件中的维度。</translation>
    </message>
    <message>
        <source>What dimensions are for</source>
        <translation>维度的用途</translation>
    </message>
    <message>
        <source>Size of %1</source>
        <translation>%1的大小</translation>
    </message>
    <message>
        <source>OK or cancel</source>
        <translation>确定或取消</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>halftone::Document</name>
    <message>
        <source>Opening %1</source>
        <translation>正在打开%1</translation>
    </message>
    <message>
        <source>Making the training step</source>
        <translation>正在生成训练step</translation>
    </message>
    <message numerus="yes">
        <source>Deciding %n operators</source>
        <translation>
            <numerusform>正在判定%n个算子</numerusform>
        </translation>
    </message>
    <message>
        <source>The mixlist has no effect in %1.</source>
        <translation>混合精度名单在%1下未生效。</translation>
    </message>
</context>
<context>
    <name>halftone::EntryEffects</name>
    <message numerus="yes">
        <source>%n ops %1→%2</source>
        <translation>
            <numerusform>%n个算子%1→%2</numerusform>
        </translation>
    </message>
    <message>
        <source>no op changes</source>
        <translation>没有算子变化</translation>
    </message>
</context>
<context>
    <name>halftone::ErrorGraphView</name>
    <message>
        <source>%1 fails</source>
        <translation>%1 不达标</translation>
    </message>
</context>
<context>
    <name>halftone::ErrorScatter</name>
    <message>
        <source>Error over depth</source>
        <translation>误差随深度的变化</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1，%2：%3</translation>
    </message>
    <message>
        <source>%1  %2
%3 with all before, %4 alone</source>
        <translation>%1  %2
累积误差%3，自身误差%4</translation>
    </message>
</context>
<context>
    <name>halftone::EventTable</name>
    <message>
        <source>Events of the training</source>
        <translation>训练事件</translation>
    </message>
    <message>
        <source>Overflows, changes of the loss scale and losses that are no numbers are listed here.</source>
        <translation>此处列出溢出、损失缩放系数的变化以及不是有效数值的Loss。</translation>
    </message>
</context>
<context>
    <name>halftone::ExponentChart</name>
    <message>
        <source>Exponents of the tensor by step</source>
        <translation>张量各step的指数分布</translation>
    </message>
    <message>
        <source>exponent</source>
        <translation>指数</translation>
    </message>
    <message>
        <source>step</source>
        <translation>step</translation>
    </message>
    <message>
        <source>∞ NaN</source>
        <comment>at an axis: infinite or not a number</comment>
        <translation>∞ NaN</translation>
    </message>
    <message>
        <source>share</source>
        <translation>占比</translation>
    </message>
</context>
<context>
    <name>halftone::ExponentTexts</name>
    <message>
        <source>too small for %1</source>
        <translation>对%1过小</translation>
    </message>
    <message>
        <source>subnormal in %1</source>
        <translation>在%1中为非规格化数</translation>
    </message>
    <message>
        <source>normal in %1</source>
        <translation>在%1中为规格化数</translation>
    </message>
    <message>
        <source>too large for %1</source>
        <translation>对%1过大</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>step %1</translation>
    </message>
    <message>
        <source>Steps %1 to %2</source>
        <translation>step %1至%2</translation>
    </message>
    <message>
        <source>%1, in %2: %3</source>
        <translation>%1，在%2中：%3</translation>
    </message>
    <message>
        <source>infinite or NaN</source>
        <translation>无穷大或NaN</translation>
    </message>
    <message>
        <source>zero</source>
        <translation>零</translation>
    </message>
    <message>
        <source>from 2^%1 to 2^%2, %3</source>
        <translation>2^%1至2^%2，%3</translation>
    </message>
    <message>
        <source>%1: %2 (%3 of %4) %5</source>
        <translation>%1：%2（%4个中的%3个）%5</translation>
    </message>
</context>
<context>
    <name>halftone::Exponents</name>
    <message>
        <source>below</source>
        <comment>too small for the format</comment>
        <translation>更小</translation>
    </message>
    <message>
        <source>subnormal</source>
        <translation>非规格化</translation>
    </message>
    <message>
        <source>normal</source>
        <translation>规格化</translation>
    </message>
    <message>
        <source>overflow</source>
        <translation>溢出</translation>
    </message>
    <message>
        <source>%1 infinite or NaN</source>
        <translation>%1无穷大或NaN</translation>
    </message>
    <message>
        <source>%1 overflow</source>
        <translation>%1溢出</translation>
    </message>
    <message>
        <source>%1 normal</source>
        <translation>%1规格化</translation>
    </message>
    <message>
        <source>%1 subnormal</source>
        <translation>%1非规格化</translation>
    </message>
    <message>
        <source>%1 too small</source>
        <translation>%1过小</translation>
    </message>
    <message>
        <source>%1 zero</source>
        <translation>%1为零</translation>
    </message>
</context>
<context>
    <name>halftone::ExportTexts</name>
    <message>
        <source>There is not enough memory for the picture.</source>
        <translation>内存不足，无法生成图片。</translation>
    </message>
    <message>
        <source>Export as SVG or PDF instead.</source>
        <translation>请改为导出SVG或PDF。</translation>
    </message>
    <message>
        <source>The picture would be %L1 files.</source>
        <translation>图片将分成%L1个文件。</translation>
    </message>
    <message>
        <source>Close groups, or export as SVG or PDF instead.</source>
        <translation>请折叠组，或改为导出SVG或PDF。</translation>
    </message>
    <message>
        <source>The export was cancelled; nothing was written.</source>
        <translation>导出已取消；未写入任何内容。</translation>
    </message>
    <message>
        <source>Export again when you want it.</source>
        <translation>需要时请重新导出。</translation>
    </message>
    <message>
        <source>The file cannot be written (%1).</source>
        <translation>无法写入文件（%1）。</translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation>请选择其他文件夹。</translation>
    </message>
</context>
<context>
    <name>halftone::FileCommands</name>
    <message>
        <source>The file cannot be read (%1).</source>
        <translation>无法读取文件（%1）。</translation>
    </message>
    <message>
        <source>Check the path and its permissions.</source>
        <translation>请检查路径及其权限。</translation>
    </message>
    <message>
        <source>Open Another…</source>
        <translation>打开其他…</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Open Model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <source>ONNX models (*.onnx)</source>
        <translation>ONNX模型 (*.onnx)</translation>
    </message>
    <message>
        <source>Open Mixlist</source>
        <translation>打开混合精度名单</translation>
    </message>
    <message>
        <source>Mixlists (*.json)</source>
        <translation>混合精度名单 (*.json)</translation>
    </message>
    <message>
        <source>Save Mixlist</source>
        <translation>保存混合精度名单</translation>
    </message>
    <message>
        <source>Mixlist</source>
        <translation>混合精度名单</translation>
    </message>
    <message>
        <source>Save Elsewhere…</source>
        <translation>保存到其他位置…</translation>
    </message>
    <message numerus="yes">
        <source>CANN takes the list, but %n entries are worth a look: they stand below the lists.</source>
        <translation>
            <numerusform>CANN接受该名单，但有%n个条目值得检查：见名单下方。</numerusform>
        </translation>
    </message>
    <message>
        <source>CANN refuses every list in %1.</source>
        <translation>CANN在%1下拒绝任何名单。</translation>
    </message>
    <message>
        <source>CANN takes the list, and every entry has an effect.</source>
        <translation>CANN接受该名单，且每个条目都生效。</translation>
    </message>
    <message>
        <source>Choose an ops_info.json.</source>
        <translation>请选择一个ops_info.json文件。</translation>
    </message>
    <message>
        <source>The file is too large for such a list.</source>
        <translation>文件过大，不可能是这样的列表。</translation>
    </message>
    <message>
        <source>Choose a file that --overrides of halftone-cli takes.</source>
        <translation>请选择halftone-cli的--overrides可接受的文件。</translation>
    </message>
    <message>
        <source>Open Types by Hand</source>
        <translation>打开手动指定的类型</translation>
    </message>
    <message>
        <source>Types by hand (*.json)</source>
        <translation>手动指定的类型 (*.json)</translation>
    </message>
    <message>
        <source>Load %1</source>
        <translation>加载%1</translation>
    </message>
    <message>
        <source>Save Types by Hand</source>
        <translation>保存手动指定的类型</translation>
    </message>
    <message>
        <source>Types by hand</source>
        <translation>手动指定的类型</translation>
    </message>
</context>
<context>
    <name>halftone::FindField</name>
    <message>
        <source>Found</source>
        <translation>搜索结果</translation>
    </message>
    <message>
        <source>command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Preparing the search</source>
        <translation>正在准备搜索</translation>
    </message>
    <message>
        <source>Find operator, scope, type or command</source>
        <translation>查找算子、作用域、类型或命令</translation>
    </message>
    <message>
        <source>Find operator, scope or command (Ctrl+K)</source>
        <translation>查找算子、作用域或命令 (Ctrl+K)</translation>
    </message>
</context>
<context>
    <name>halftone::FindTextsOf</name>
    <message numerus="yes">
        <source>group · %Ln operators</source>
        <translation>
            <numerusform>组 · %Ln个算子</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>halftone::FlipSearch</name>
    <message>
        <source>Find What Would Change It</source>
        <translation>查找改变方法</translation>
    </message>
    <message>
        <source>Find what would change the type</source>
        <translation>查找改变数据类型的方法</translation>
    </message>
    <message>
        <source>What would change the type</source>
        <translation>改变数据类型的方法</translation>
    </message>
    <message>
        <source>Tries every single edit and shows those that give this operator another type</source>
        <translation>逐一尝试每个单项修改，并显示使该算子得到其他数据类型的修改</translation>
    </message>
    <message>
        <source>Trying edits…</source>
        <translation>正在尝试各项修改…</translation>
    </message>
    <message>
        <source>Trying edits</source>
        <translation>正在尝试各项修改</translation>
    </message>
    <message numerus="yes">
        <source>No single edit changes it (%n tried).</source>
        <translation>
            <numerusform>没有任何单项修改能改变它（已尝试%n项）。</numerusform>
        </translation>
    </message>
    <message>
        <source>To get %1, one of:</source>
        <translation>要得到%1，可采用以下任一修改：</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more edits</source>
        <translation>
            <numerusform>… 以及另外%n项修改</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>moves %n other operators · casts %1 → %2</source>
        <translation>
            <numerusform>改变其他%n个算子 · Cast %1 → %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Preview…</source>
        <translation>预览…</translation>
    </message>
    <message>
        <source>Preview: %1</source>
        <translation>预览：%1</translation>
    </message>
    <message>
        <source>Shows what else it changes; nothing is changed yet</source>
        <translation>显示还会改变什么；此时尚未更改</translation>
    </message>
</context>
<context>
    <name>halftone::GraphPage</name>
    <message>
        <source>Graph</source>
        <translation>计算图</translation>
    </message>
    <message>
        <source>Overview of the graph</source>
        <translation>计算图概览</translation>
    </message>
    <message>
        <source>Drawing the graph</source>
        <translation>正在绘制计算图</translation>
    </message>
</context>
<context>
    <name>halftone::GraphView</name>
    <message>
        <source>Graph</source>
        <translation>计算图</translation>
    </message>
    <message>
        <source>Graph drawing</source>
        <translation>计算图绘图区</translation>
    </message>
    <message>
        <source>Open a model to see its operators here, or drop an ONNX file on the window.</source>
        <translation>打开模型后在此显示算子，也可将ONNX文件拖放到窗口。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… 以及另外%1个</translation>
    </message>
    <message>
        <source>worst: %1, %2</source>
        <translation>最严重：%1，%2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln operators selected</source>
        <translation>
            <numerusform>已选择%Ln个算子</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>halftone::GroupDialog</name>
    <message>
        <source>What it would change, or what is missing</source>
        <translation>将改变什么，或缺少什么</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>New Group</source>
        <translation>新建组</translation>
    </message>
    <message>
        <source>Change What Is Asked For</source>
        <translation>更改指定的类型</translation>
    </message>
    <message>
        <source>Name and type</source>
        <translation>名称和类型</translation>
    </message>
    <message>
        <source>Name of the group</source>
        <translation>组的名称</translation>
    </message>
    <message>
        <source>needed for more than one member</source>
        <translation>多于一个成员时必填</translation>
    </message>
    <message>
        <source>Type to ask for</source>
        <translation>要指定的数据类型</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>As&amp;k for</source>
        <translation>指定(&amp;K)</translation>
    </message>
    <message>
        <source>Operators and scopes</source>
        <translation>算子和作用域</translation>
    </message>
    <message>
        <source>Search operators and scopes</source>
        <translation>搜索算子和作用域</translation>
    </message>
    <message>
        <source>Operators and scopes of the model</source>
        <translation>模型的算子和作用域</translation>
    </message>
    <message>
        <source>Members of the group</source>
        <translation>组的成员</translation>
    </message>
    <message>
        <source>&amp;Add ▸</source>
        <translation>添加(&amp;A) ▸</translation>
    </message>
    <message>
        <source>Add to the group</source>
        <translation>添加到组</translation>
    </message>
    <message>
        <source>◂ &amp;Remove</source>
        <translation>◂ 移除(&amp;R)</translation>
    </message>
    <message>
        <source>Remove from the group</source>
        <translation>从组中移除</translation>
    </message>
    <message>
        <source>Members</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>OK or cancel</source>
        <translation>确定或取消</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Listing names</source>
        <translation>正在列出名称</translation>
    </message>
    <message>
        <source>Add an operator or a scope.</source>
        <translation>请添加算子或作用域。</translation>
    </message>
    <message>
        <source>Several members need a name.</source>
        <translation>多个成员需要一个组名。</translation>
    </message>
    <message>
        <source>Something is asked for on %1 already.</source>
        <translation>已为%1指定了类型。</translation>
    </message>
    <message>
        <source>Previewing changes</source>
        <translation>正在预览更改</translation>
    </message>
    <message>
        <source>Names have no &quot;=&quot; and no &quot;,&quot; in a group: commands could not say them.</source>
        <translation>组内名称不能有“=”和“,”：命令行无法表达。</translation>
    </message>
</context>
<context>
    <name>halftone::Heat</name>
    <message>
        <source>%1 k</source>
        <comment>thousands</comment>
        <translation>%1千</translation>
    </message>
    <message>
        <source>%1 M</source>
        <comment>millions</comment>
        <translation>%1百万</translation>
    </message>
    <message>
        <source>all 0</source>
        <translation>全为0</translation>
    </message>
    <message>
        <source>&lt; 0 bits</source>
        <translation>&lt; 0位</translation>
    </message>
    <message>
        <source>%1 bits</source>
        <translation>%1位</translation>
    </message>
    <message>
        <source>Numbers that overflowed</source>
        <translation>溢出的数值个数</translation>
    </message>
    <message>
        <source>Share rounded to zero</source>
        <translation>舍入为零的比例</translation>
    </message>
    <message>
        <source>Headroom below the largest number</source>
        <translation>距最大值的余量</translation>
    </message>
    <message>
        <source>8+ bits</source>
        <translation>8位以上</translation>
    </message>
    <message>
        <source>4 – 8</source>
        <translation>4 – 8</translation>
    </message>
    <message>
        <source>2 – 4</source>
        <translation>2 – 4</translation>
    </message>
    <message>
        <source>0 – 2</source>
        <translation>0 – 2</translation>
    </message>
    <message>
        <source>&lt; 0</source>
        <translation>&lt; 0</translation>
    </message>
    <message>
        <source>%L1 overflowed, %L2 came in so; %3 rounded to zero; headroom %4</source>
        <translation>%L1个溢出，%L2个输入时已溢出；%3舍入为零；余量%4</translation>
    </message>
    <message>
        <source>Nothing trained yet. Train this model in mixed precision (View, Training, then Start): numbers appear on the operators while it goes on.</source>
        <translation>尚未训练。请以混合精度训练此模型（“视图”菜单，“训练”，然后“开始”）：训练过程中数值会显示在算子上。</translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln steps</source>
        <translation>
            <numerusform>%1，%Ln个step</numerusform>
        </translation>
    </message>
    <message>
        <source>→ infinite or NaN before, passed on.</source>
        <translation>→ 输入时已为无穷或NaN，继续传递。</translation>
    </message>
    <message>
        <source>No number: not rounded to 16 bits. Groups show their worst operator.</source>
        <translation>无数值：未舍入为16位。组显示其中最严重的算子。</translation>
    </message>
    <message>
        <source>Error against FP32</source>
        <translation>相对FP32的误差</translation>
    </message>
    <message>
        <source>error %1 of the largest number</source>
        <translation>误差为最大数值的%1</translation>
    </message>
    <message>
        <source>Nothing measured yet. While this model trains in mixed precision (View, Training, then Start), single steps are computed in FP32 as well, from the same weights.</source>
        <translation>尚无测量结果。以混合精度训练此模型时（视图、训练，然后开始），会用相同权重对个别step同时以FP32计算。</translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <translation>%1，step %2</translation>
    </message>
    <message>
        <source>The largest error of a result, as a share of its largest number in FP32; ∞: became infinite or NaN.</source>
        <translation>结果的最大误差，以其FP32最大数值的占比表示；∞：变为无穷大或NaN。</translation>
    </message>
    <message>
        <source>Groups show their worst operator.</source>
        <translation>组显示其中最差的算子。</translation>
    </message>
</context>
<context>
    <name>halftone::Inspector</name>
    <message>
        <source>Inspector</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>opsets</source>
        <translation>opset</translation>
    </message>
    <message>
        <source>made by</source>
        <translation>生成工具</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>No training step</source>
        <translation>没有训练step</translation>
    </message>
    <message>
        <source>Nothing selected</source>
        <translation>未选中任何项</translation>
    </message>
    <message>
        <source>Click an operator in the graph or in the table to see why it has its type.</source>
        <translation>单击计算图或表格中的算子，查看其数据类型的判定依据。</translation>
    </message>
    <message>
        <source>Selected operator</source>
        <translation>所选算子</translation>
    </message>
    <message>
        <source>… and %L1 more</source>
        <translation>… 另外%L1个</translation>
    </message>
    <message>
        <source>Selected operators</source>
        <translation>所选算子</translation>
    </message>
</context>
<context>
    <name>halftone::IssuesPane</name>
    <message>
        <source>Issues</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Nothing to complain about.</source>
        <translation>没有发现问题。</translation>
    </message>
    <message>
        <source>No issues</source>
        <translation>没有问题</translation>
    </message>
    <message>
        <source>&amp;Go There</source>
        <translation>转到该处(&amp;G)</translation>
    </message>
    <message>
        <source>Select the operator</source>
        <translation>选中该算子</translation>
    </message>
    <message>
        <source>Fix</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>Copy &amp;Details</source>
        <translation>复制详细信息(&amp;D)</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>复制详细信息</translation>
    </message>
    <message>
        <source>Issues (%1)</source>
        <translation>问题（%1）</translation>
    </message>
</context>
<context>
    <name>halftone::JobsPane</name>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Work that takes longer, such as opening a model, is listed here.</source>
        <translation>此处列出耗时较长的操作，如打开模型。</translation>
    </message>
    <message>
        <source>No jobs</source>
        <translation>没有任务</translation>
    </message>
    <message>
        <source>&amp;Cancel Job</source>
        <translation>取消任务(&amp;C)</translation>
    </message>
    <message>
        <source>Cancel the selected job</source>
        <translation>取消所选任务</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Jobs (%1)</source>
        <translation>任务（%1）</translation>
    </message>
    <message>
        <source>replaced by a newer one</source>
        <translation>已被更新的任务取代</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>running, %1 %</source>
        <translation>运行中，%1 %</translation>
    </message>
</context>
<context>
    <name>halftone::JsonEdit</name>
    <message>
        <source>Mixlist as JSON</source>
        <translation>JSON格式的混合精度名单</translation>
    </message>
    <message>
        <source>Line numbers</source>
        <translation>行号</translation>
    </message>
</context>
<context>
    <name>halftone::JsonPane</name>
    <message>
        <source>Mistake in the JSON text</source>
        <translation>JSON文本中的错误</translation>
    </message>
    <message>
        <source>Back to the Last Good Text</source>
        <translation>恢复到上一次正确的文本</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>line %1, column %2: %3 %4</source>
        <translation>第%1行第%2列：%3 %4</translation>
    </message>
</context>
<context>
    <name>halftone::LibraryCopies</name>
    <message>
        <source>The folder has other library files, which CANN would read beside the copy: %1.</source>
        <translation>该文件夹中有其他算子信息库文件，CANN会与副本一同读取：%1。</translation>
    </message>
    <message>
        <source>Choose an empty folder.</source>
        <translation>请选择空文件夹。</translation>
    </message>
    <message>
        <source>The folder has a library already: %1.</source>
        <translation>该文件夹中已有算子信息库：%1。</translation>
    </message>
    <message>
        <source>Choose an empty folder, or replace what is there.</source>
        <translation>请选择空文件夹，或替换其中已有的文件。</translation>
    </message>
    <message>
        <source>The copy would replace the original.</source>
        <translation>副本会覆盖原文件。</translation>
    </message>
    <message>
        <source>Choose another place.</source>
        <translation>请选择其他位置。</translation>
    </message>
</context>
<context>
    <name>halftone::LibraryDetails</name>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Types that its kernels take</source>
        <translation>kernel支持的数据类型</translation>
    </message>
    <message>
        <source>One operator</source>
        <translation>单个算子</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Select an operator to see the types that its kernels take.</source>
        <translation>选中算子可查看其kernel支持的数据类型。</translation>
    </message>
    <message>
        <source>ONNX: %1</source>
        <translation>ONNX：%1</translation>
    </message>
    <message>
        <source>A matrix operator.</source>
        <translation>矩阵类算子。</translation>
    </message>
    <message>
        <source>No kernel runs.</source>
        <translation>不运行kernel。</translation>
    </message>
    <message>
        <source>Its types come from code, so the library has no table of them.</source>
        <translation>该算子的类型由代码给出，因此算子信息库中没有类型表。</translation>
    </message>
</context>
<context>
    <name>halftone::LibraryModel</name>
    <message>
        <source>+ only here</source>
        <translation>+ 仅此库有</translation>
    </message>
    <message>
        <source>− only there</source>
        <translation>− 仅对方有</translation>
    </message>
    <message>
        <source>≠ list</source>
        <translation>≠ 名单</translation>
    </message>
    <message>
        <source>≠ kernels</source>
        <translation>≠ kernel</translation>
    </message>
    <message>
        <source>none runs</source>
        <translation>不运行</translation>
    </message>
    <message>
        <source>by code</source>
        <translation>由代码给出</translation>
    </message>
</context>
<context>
    <name>halftone::LibraryTable</name>
    <message>
        <source>Operators of the library</source>
        <translation>算子信息库中的算子</translation>
    </message>
</context>
<context>
    <name>halftone::LibraryView</name>
    <message>
        <source>Operator library</source>
        <translation>算子信息库</translation>
    </message>
    <message>
        <source>Operators and kernels</source>
        <translation>算子和kernel</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>算子信息库列表</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>算子信息库</translation>
    </message>
    <message>
        <source>Library to compare with</source>
        <translation>要对比的算子信息库</translation>
    </message>
    <message>
        <source>Use for &amp;Decisions</source>
        <translation>用于判定(&amp;D)</translation>
    </message>
    <message>
        <source>Use for decisions</source>
        <translation>用于判定</translation>
    </message>
    <message>
        <source>compared with</source>
        <translation>对比对象</translation>
    </message>
    <message>
        <source>Compared with</source>
        <translation>对比对象</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>显示的内容</translation>
    </message>
    <message>
        <source>Search operators</source>
        <translation>搜索算子</translation>
    </message>
    <message>
        <source>Search by Ascend or ONNX type</source>
        <translation>按昇腾或ONNX类型搜索</translation>
    </message>
    <message>
        <source>List</source>
        <translation>名单</translation>
    </message>
    <message>
        <source>All lists</source>
        <translation>所有名单</translation>
    </message>
    <message>
        <source>Only differences</source>
        <translation>只看差异</translation>
    </message>
    <message>
        <source>Only of the model</source>
        <translation>只看模型中的算子</translation>
    </message>
    <message>
        <source>Number of operators shown</source>
        <translation>显示的算子数</translation>
    </message>
    <message>
        <source>Changes of flags</source>
        <translation>标志的修改</translation>
    </message>
    <message>
        <source>What changing flags does</source>
        <translation>修改标志的作用</translation>
    </message>
    <message>
        <source>Black</source>
        <translation>黑名单</translation>
    </message>
    <message>
        <source>Gray</source>
        <translation>灰名单</translation>
    </message>
    <message>
        <source>White</source>
        <translation>白名单</translation>
    </message>
    <message>
        <source>As It Was</source>
        <translation>恢复原样</translation>
    </message>
    <message>
        <source>Save &amp;Copy…</source>
        <translation>保存副本(&amp;C)…</translation>
    </message>
    <message>
        <source>Save a copy with these flags</source>
        <translation>保存带有这些标志的副本</translation>
    </message>
    <message>
        <source>Open Operator Library</source>
        <translation>打开算子信息库</translation>
    </message>
    <message>
        <source>Operator libraries (aic-*-ops-info*.json)</source>
        <translation>算子信息库 (aic-*-ops-info*.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>正在读取%1</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Own file…</source>
        <translation>自己的文件…</translation>
    </message>
    <message>
        <source>Own folder…</source>
        <translation>自己的文件夹…</translation>
    </message>
    <message>
        <source>It decides already</source>
        <translation>当前已由该库判定</translation>
    </message>
    <message>
        <source>Decide by this library from now on</source>
        <translation>从现在起由该算子信息库判定</translation>
    </message>
    <message numerus="yes">
        <source>%Ln operators</source>
        <translation>
            <numerusform>%Ln个算子</numerusform>
        </translation>
    </message>
    <message>
        <source>%L1 of %L2</source>
        <translation>%L1/%L2</translation>
    </message>
    <message>
        <source>Flags are changed in a copy of your own CANN library: open it above. For one training, the mixlist does the same.</source>
        <translation>标志只能在您自己的CANN算子信息库的副本中修改：请在上方打开该库。若只用于一次训练，使用混合精度名单效果相同。</translation>
    </message>
    <message>
        <source>Select operators and press B, G or W to change their flag in a copy.</source>
        <translation>选中算子后按B、G或W，可在副本中修改其标志。</translation>
    </message>
    <message numerus="yes">
        <source>%n flags changed, not saved</source>
        <translation>
            <numerusform>已修改%n个标志，尚未保存</numerusform>
        </translation>
    </message>
    <message>
        <source>Save Copy of the Library</source>
        <translation>保存算子信息库副本</translation>
    </message>
    <message>
        <source>Writing %1</source>
        <translation>正在写入%1</translation>
    </message>
    <message>
        <source>Save the copy first</source>
        <translation>请先保存副本</translation>
    </message>
</context>
<context>
    <name>halftone::ListSwitch</name>
    <message>
        <source>List of %1</source>
        <translation>%1的名单</translation>
    </message>
    <message>
        <source>Move %1 to %2</source>
        <translation>将%1移到%2名单</translation>
    </message>
</context>
<context>
    <name>halftone::LossTexts</name>
    <message>
        <source>labels: input %1</source>
        <translation>标签：输入%1</translation>
    </message>
    <message>
        <source>labels: 1 of %1 classes</source>
        <translation>标签：%1个类别之一</translation>
    </message>
    <message>
        <source>labels: numbers of classes</source>
        <translation>标签：类别编号</translation>
    </message>
    <message>
        <source>targets of the same shape</source>
        <translation>目标与其形状相同</translation>
    </message>
    <message>
        <source>output %1 of the model, %2</source>
        <translation>模型的输出%1，%2</translation>
    </message>
    <message>
        <source>%1 of %2, %3</source>
        <translation>%2的%1，%3</translation>
    </message>
</context>
<context>
    <name>halftone::MainWindow</name>
    <message>
        <source>Halftone</source>
        <translation>Halftone</translation>
    </message>
    <message>
        <source>Views</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Drop a file here</source>
        <translation>将文件拖放到此处</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>%1 written</source>
        <translation>已保存%1</translation>
    </message>
    <message>
        <source>Export Plots</source>
        <translation>导出曲线图</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Export Steps</source>
        <translation>导出各step</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Remove all entries</source>
        <translation>删除所有条目</translation>
    </message>
    <message>
        <source>Menus</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>&amp;Recent Files</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Panes</source>
        <translation>窗格(&amp;P)</translation>
    </message>
    <message>
        <source>T&amp;heme</source>
        <translation>主题(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;System</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;High Contrast</source>
        <translation>高对比度(&amp;H)</translation>
    </message>
    <message>
        <source>Nothing opened yet</source>
        <translation>尚未打开任何文件</translation>
    </message>
    <message>
        <source>Back to the Last Good Text</source>
        <translation>恢复到上一次正确的文本</translation>
    </message>
    <message>
        <source>Export Comparison</source>
        <translation>导出对比结果</translation>
    </message>
    <message>
        <source>Export Graph</source>
        <translation>导出计算图</translation>
    </message>
    <message>
        <source>Export Operators</source>
        <translation>导出算子表</translation>
    </message>
    <message>
        <source>The language changes when Halftone starts the next time.</source>
        <translation>语言将在下次启动Halftone时更改。</translation>
    </message>
    <message>
        <source>The mixlist has changes that are not saved.</source>
        <translation>混合精度名单有未保存的修改。</translation>
    </message>
    <message>
        <source>Save them before the window closes?</source>
        <translation>关闭窗口前要保存吗？</translation>
    </message>
    <message>
        <source>new list</source>
        <translation>新名单</translation>
    </message>
    <message>
        <source>&amp;Undo %1</source>
        <translation>撤销%1(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo %1</source>
        <translation>重做%1(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>No model open</source>
        <translation>未打开模型</translation>
    </message>
    <message>
        <source>%1  ·  %2 operators%3  ·  opset %4</source>
        <translation>%1  ·  %2个算子%3  ·  opset %4</translation>
    </message>
    <message>
        <source> in a training step</source>
        <translation>（训练step）</translation>
    </message>
    <message>
        <source>The graph has no operator &quot;%1&quot;.</source>
        <translation>计算图中没有算子“%1”。</translation>
    </message>
    <message>
        <source>The picture has been made smaller, to 100 megapixels. Export Graph as Tiles keeps it readable.</source>
        <translation>图片已缩小到1亿像素。使用“将计算图导出为分块图片”可保持清晰可读。</translation>
    </message>
    <message>
        <source>Export Graph as Tiles</source>
        <translation>将计算图导出为分块图片</translation>
    </message>
    <message>
        <source>&amp;Close Group</source>
        <translation>折叠组(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Open Group</source>
        <translation>展开组(&amp;O)</translation>
    </message>
    <message>
        <source>Scopes</source>
        <translation>作用域</translation>
    </message>
    <message>
        <source>Drop a model (.onnx), a mixlist (.json), a session (.halftone) or a recorded run here</source>
        <translation>将模型（.onnx）、混合精度名单（.json）、会话（.halftone）或运行记录拖放到此处</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>The mixlists have changes that are not saved. A session holds all of them.</source>
        <translation>混合精度名单有未保存的修改。会话可保存全部名单。</translation>
    </message>
    <message>
        <source>No run is chosen.</source>
        <translation>未选择任何运行。</translation>
    </message>
    <message>
        <source>Tick a run in the list.</source>
        <translation>请在列表中勾选一次运行。</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>已复制：%1</translation>
    </message>
    <message>
        <source>You now edit the copy %1</source>
        <translation>现在编辑的是副本%1</translation>
    </message>
    <message>
        <source>Name of the list</source>
        <translation>名单名称</translation>
    </message>
    <message>
        <source>Rename List</source>
        <translation>重命名名单</translation>
    </message>
    <message>
        <source>Name of the list:</source>
        <translation>名单名称：</translation>
    </message>
    <message>
        <source>Another list has the name &quot;%1&quot; already.</source>
        <translation>已有名为“%1”的名单。</translation>
    </message>
    <message>
        <source>Options in force</source>
        <translation>生效的选项</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>理由</translation>
    </message>
    <message>
        <source>Reason for %1</source>
        <translation>%1的理由</translation>
    </message>
    <message>
        <source>Why they are in their list (sessions hold it, ops_info.json cannot):</source>
        <translation>位于该名单的理由（保存在会话中，ops_info.json无法保存）：</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>speed</source>
        <translation>性能</translation>
    </message>
    <message>
        <source>not supported</source>
        <translation>不支持</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Options: %1 and %2 more</source>
        <translation>选项：%1及另外%2项</translation>
    </message>
    <message>
        <source>Options: %1</source>
        <translation>选项：%1</translation>
    </message>
    <message>
        <source>Exporting %1</source>
        <translation>正在导出%1</translation>
    </message>
    <message>
        <source>Save Checkpoint</source>
        <translation>保存检查点</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>检查点</translation>
    </message>
</context>
<context>
    <name>halftone::ManySections</name>
    <message>
        <source>… and %L1 more</source>
        <translation>… 另外%L1个</translation>
    </message>
    <message>
        <source>types</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>run in</source>
        <translation>运行精度</translation>
    </message>
    <message>
        <source>lists</source>
        <translation>名单</translation>
    </message>
    <message>
        <source>As decided</source>
        <translation>按策略决定</translation>
    </message>
    <message>
        <source>Let the policy decide these operators</source>
        <translation>由策略决定这些算子</translation>
    </message>
    <message>
        <source>Ask for %1 on these operators</source>
        <translation>为这些算子指定%1</translation>
    </message>
    <message>
        <source>More than %L1 operators: ask on a scope, or move types between the lists.</source>
        <translation>超过%L1个算子：请对作用域指定，或在名单之间移动类型。</translation>
    </message>
    <message>
        <source>%L1 of them can be asked: named operators of the model that work on floats.</source>
        <translation>其中%L1个可以指定：模型中有名称且处理浮点数的算子。</translation>
    </message>
    <message>
        <source>B, G and W move their types to the black, gray or white list.</source>
        <translation>按B、G、W将其类型移入黑名单、灰名单或白名单。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln operators selected</source>
        <translation>
            <numerusform>已选择%Ln个算子</numerusform>
        </translation>
    </message>
    <message>
        <source>Ask for another type</source>
        <translation>指定其他类型</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>名称</translation>
    </message>
</context>
<context>
    <name>halftone::MessageBar</name>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
</context>
<context>
    <name>halftone::MessageLine</name>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Close message</source>
        <translation>关闭消息</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>halftone::MixlistEditor</name>
    <message>
        <source>File of the mixlist</source>
        <translation>混合精度名单文件</translation>
    </message>
    <message>
        <source>Show the whole library</source>
        <translation>显示整个算子信息库</translation>
    </message>
    <message>
        <source>What the list changes</source>
        <translation>名单带来的变化</translation>
    </message>
    <message>
        <source>Why lists cannot be used</source>
        <translation>不能使用名单的原因</translation>
    </message>
    <message>
        <source>Choose allow_mix_precision_fp16</source>
        <translation>选择allow_mix_precision_fp16</translation>
    </message>
    <message>
        <source>Choose a mode that has lists</source>
        <translation>选择支持名单的模式</translation>
    </message>
    <message>
        <source>Mixlist editor</source>
        <translation>混合精度名单编辑器</translation>
    </message>
    <message>
        <source>Mixlist commands</source>
        <translation>混合精度名单命令</translation>
    </message>
    <message>
        <source>Lists and JSON</source>
        <translation>名单和JSON</translation>
    </message>
    <message>
        <source>Edit JSON</source>
        <translation>编辑JSON</translation>
    </message>
    <message>
        <source>new list</source>
        <translation>新名单</translation>
    </message>
    <message>
        <source>%1 (not saved)</source>
        <translation>%1（未保存）</translation>
    </message>
    <message>
        <source>No entries: the built-in lists of %1 decide.</source>
        <translation>没有条目：由%1的内置优化策略判定。</translation>
    </message>
    <message>
        <source>%1 has no lists: CANN refuses a mixlist in this mode, so nothing here would have an effect.</source>
        <translation>%1不支持名单：CANN在此模式下拒绝混合精度名单，因此这里的修改都不会生效。</translation>
    </message>
    <message>
        <source>Measuring the entries</source>
        <translation>正在计算各条目的影响</translation>
    </message>
    <message>
        <source>List in force</source>
        <translation>当前生效的名单</translation>
    </message>
    <message>
        <source>The list in force, and its variants that are put aside</source>
        <translation>当前生效的名单，以及暂不使用的变体</translation>
    </message>
    <message>
        <source>Duplicate, rename, delete, compare</source>
        <translation>复制、重命名、删除、对比</translation>
    </message>
    <message>
        <source>Variants</source>
        <translation>变体</translation>
    </message>
    <message>
        <source>Duplicate, rename, delete or compare lists</source>
        <translation>复制、重命名、删除或对比名单</translation>
    </message>
    <message>
        <source>JSON, and types asked for by hand</source>
        <translation>JSON和手动指定的类型</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Against the built-in lists: %1</source>
        <translation>与内置策略相比：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n types</source>
        <translation>
            <numerusform>%n个类型</numerusform>
        </translation>
    </message>
    <message>
        <source>Selected types</source>
        <translation>所选类型</translation>
    </message>
</context>
<context>
    <name>halftone::ModeCombo</name>
    <message>
        <source>Precision mode</source>
        <translation>精度模式</translation>
    </message>
    <message>
        <source>Precision modes</source>
        <translation>精度模式列表</translation>
    </message>
</context>
<context>
    <name>halftone::MoreSettings</name>
    <message>
        <source>More training settings</source>
        <translation>更多训练设置</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>What is minimised.</source>
        <translation>训练时要最小化的目标。</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>What makes new weights of gradients.</source>
        <translation>由梯度得到新权重的方法。</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>权重衰减</translation>
    </message>
    <message>
        <source>The share of each weight that is added to its gradient.</source>
        <translation>将权重加到其梯度上的比例。</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>学习率调度</translation>
    </message>
    <message>
        <source>How the learning rate changes; steps that are skipped do not advance it.</source>
        <translation>学习率的变化方式；跳过更新的step不推进学习率。</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>预热</translation>
    </message>
    <message>
        <source>Updates over which the learning rate rises to its full size.</source>
        <translation>学习率升到设定值所经过的更新次数。</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>周期</translation>
    </message>
    <message>
        <source>Updates between two steps of the rate, or of the cosine; 0: the rest of the run.</source>
        <translation>学习率或余弦相邻两次变化之间的更新次数；0表示直到运行结束。</translation>
    </message>
    <message>
        <source>Accumulation</source>
        <translation>梯度累积</translation>
    </message>
    <message>
        <source>A step computes its batch in that many parts, one after the other.</source>
        <translation>每个step将其批次分成这么多份，依次计算。</translation>
    </message>
    <message>
        <source>Overflow gives</source>
        <translation>溢出结果</translation>
    </message>
    <message>
        <source>What a number beyond the range of FP16 becomes; older Ascend chips saturate.</source>
        <translation>超出FP16取值范围的数值变为什么；较早的昇腾处理器采用饱和模式。</translation>
    </message>
    <message>
        <source>infinity</source>
        <translation>无穷</translation>
    </message>
    <message>
        <source>±65504 (saturates)</source>
        <translation>±65504（饱和）</translation>
    </message>
    <message>
        <source>Overflow is seen in</source>
        <translation>溢出检测范围</translation>
    </message>
    <message>
        <source>Where a step is looked at: in its gradients, or in every 16-bit tensor as the flag of the 910 does.</source>
        <translation>在何处检测step的溢出：只看梯度，或像910的状态标志那样看每个16位张量。</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>any tensor</source>
        <translation>任意张量</translation>
    </message>
    <message>
        <source>Sums in</source>
        <translation>累加类型</translation>
    </message>
    <message>
        <source>The type in which matrix operators add up their products.</source>
        <translation>矩阵类算子累加乘积所用的数据类型。</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>For each run; 0: chosen by the size of a step.</source>
        <translation>每个运行的线程数；0表示按step的规模选择。</translation>
    </message>
    <message>
        <source>each epoch</source>
        <translation>每个epoch</translation>
    </message>
    <message>
        <source>Shuffle the samples in every epoch</source>
        <translation>在每个epoch打乱样本顺序</translation>
    </message>
    <message>
        <source>Shuffle</source>
        <translation>打乱样本</translation>
    </message>
    <message>
        <source>Takes the samples in another order in every epoch.</source>
        <translation>每个epoch以不同的顺序读取样本。</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Equal seeds give equal orders of the samples.</source>
        <translation>相同的随机种子得到相同的样本顺序。</translation>
    </message>
    <message>
        <source>from the model: %1</source>
        <translation>来自模型：%1</translation>
    </message>
</context>
<context>
    <name>halftone::NodeSections</name>
    <message>
        <source>in no list · %1</source>
        <translation>不在任何名单中 · %1</translation>
    </message>
    <message>
        <source>%1 by your mixlist</source>
        <translation>%1名单（用户修改）</translation>
    </message>
    <message>
        <source>%1 by the built-in list</source>
        <translation>%1名单（内置策略）</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Take %1 out of the mixlist</source>
        <translation>将%1从混合精度名单中删除</translation>
    </message>
    <message>
        <source>Lists have no effect in %1.</source>
        <translation>名单在%1下未生效。</translation>
    </message>
    <message>
        <source>Lists move operators of the AI Core only.</source>
        <translation>名单只对AI Core算子生效。</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>转到%1</translation>
    </message>
    <message>
        <source>scope</source>
        <translation>作用域</translation>
    </message>
    <message>
        <source>Its name for this tool</source>
        <translation>在该工具中的名称</translation>
    </message>
    <message>
        <source>Becomes on the chip</source>
        <translation>在处理器上对应</translation>
    </message>
    <message>
        <source>Becomes on the chip, in this order</source>
        <translation>在处理器上依次对应</translation>
    </message>
    <message>
        <source>Ask for another type</source>
        <translation>指定其他数据类型</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>为什么？</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>输入%1</translation>
    </message>
    <message>
        <source>out %1</source>
        <translation>输出%1</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>算子属性</translation>
    </message>
    <message>
        <source>Worth knowing</source>
        <translation>注意事项</translation>
    </message>
    <message>
        <source>What would change it?</source>
        <translation>改变方法</translation>
    </message>
    <message>
        <source>… and %L1 more</source>
        <translation>… 另外%L1个</translation>
    </message>
</context>
<context>
    <name>halftone::NumericsBar</name>
    <message>
        <source>Baseline and numbers</source>
        <translation>基准和数值</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>The column that the others are compared with</source>
        <translation>供其他列对比的列</translation>
    </message>
    <message>
        <source>&amp;Link graphs</source>
        <translation>联动计算图(&amp;L)</translation>
    </message>
    <message>
        <source>Link graphs</source>
        <translation>联动计算图</translation>
    </message>
    <message>
        <source>All graphs scroll and zoom together</source>
        <translation>所有计算图同步滚动和缩放</translation>
    </message>
    <message>
        <source>Data for the numbers</source>
        <translation>数值计算的数据</translation>
    </message>
    <message>
        <source>Digits (built in)</source>
        <translation>数字（内置）</translation>
    </message>
    <message>
        <source>Random, as the inputs want it</source>
        <translation>随机数据，符合输入的要求</translation>
    </message>
    <message>
        <source>What the numbers are computed on: a choice, or a folder or file with samples</source>
        <translation>计算数值所用的数据：选择一项，或含样本的文件夹或文件</translation>
    </message>
    <message>
        <source>Choose a folder with samples</source>
        <translation>选择样本文件夹</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>batch </source>
        <translation>批大小 </translation>
    </message>
    <message>
        <source>Run numerics</source>
        <translation>运行数值计算</translation>
    </message>
    <message>
        <source>Progress of the numbers</source>
        <translation>数值计算的进度</translation>
    </message>
    <message>
        <source>State of the numbers</source>
        <translation>数值计算的状态</translation>
    </message>
    <message>
        <source>Add Column</source>
        <translation>添加列</translation>
    </message>
    <message>
        <source>Add a way to decide</source>
        <translation>添加判定方式</translation>
    </message>
    <message>
        <source>Compare with one more mode, level or tool</source>
        <translation>再添加一种精度模式、混合精度等级或工具进行对比</translation>
    </message>
    <message>
        <source>Export Report…</source>
        <translation>导出报告…</translation>
    </message>
    <message>
        <source>Export the report</source>
        <translation>导出报告</translation>
    </message>
    <message>
        <source>Write tables, graph and plots into one HTML file</source>
        <translation>将表格、计算图和曲线图保存到一个HTML文件</translation>
    </message>
    <message>
        <source>&amp;Baseline</source>
        <translation>基准(&amp;B)</translation>
    </message>
    <message>
        <source>Folder with samples</source>
        <translation>样本文件夹</translation>
    </message>
    <message>
        <source>No numbers: %1</source>
        <translation>没有数值：%1</translation>
    </message>
    <message>
        <source>A column changed: run again.</source>
        <translation>有一列已更改：请重新运行。</translation>
    </message>
    <message>
        <source>&amp;Run Numerics</source>
        <translation>运行数值计算(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>Stop computing; earlier numbers stay</source>
        <translation>停止计算；已有的数值保留</translation>
    </message>
    <message>
        <source>Compute a batch in FP32 and in every column, and measure the errors</source>
        <translation>以FP32和每一列的方式各计算一个批次，并测量误差</translation>
    </message>
    <message>
        <source>Steps trained before</source>
        <translation>之前训练的step数</translation>
    </message>
    <message>
        <source>after step </source>
        <translation>已训练step：</translation>
    </message>
    <message>
        <source>Train the first column for so many steps and compare the next one: what goes wrong may begin later. For a training step only.</source>
        <translation>先用第一列训练若干step，再对比其后的一个step：问题可能在后面才出现。仅用于训练step。</translation>
    </message>
</context>
<context>
    <name>halftone::OpsTable</name>
    <message>
        <source>Filter operators</source>
        <translation>筛选算子</translation>
    </message>
    <message>
        <source>Only changed</source>
        <translation>只看变化</translation>
    </message>
    <message>
        <source>Number of operators shown</source>
        <translation>显示的算子数</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Filter by name, type, list, data type or reason (Ctrl+F)</source>
        <translation>按名称、类型、名单、数据类型或判定依据筛选（Ctrl+F）</translation>
    </message>
    <message>
        <source>Show only the operators that the last edit changed</source>
        <translation>只显示上一次修改改变了的算子</translation>
    </message>
    <message numerus="yes">
        <source>%Ln operators</source>
        <translation>
            <numerusform>%Ln个算子</numerusform>
        </translation>
    </message>
    <message>
        <source>%L1 of %L2</source>
        <translation>%L1/%L2</translation>
    </message>
    <message>
        <source>Filling the table</source>
        <translation>正在填充表格</translation>
    </message>
    <message>
        <source>&amp;Sort By</source>
        <translation>排序依据(&amp;S)</translation>
    </message>
    <message>
        <source>Order in the Model</source>
        <translation>模型中的顺序</translation>
    </message>
</context>
<context>
    <name>halftone::Options</name>
    <message>
        <source>&quot;%1&quot; is no value here.</source>
        <translation>“%1”不是此处的有效值。</translation>
    </message>
    <message>
        <source>Choose one of those that are offered, or leave the field empty.</source>
        <translation>请选择所列的值之一，或留空。</translation>
    </message>
    <message>
        <source>The operator library of your own CANN: aic-&lt;soc&gt;-ops-info*.json.</source>
        <translation>您自己的CANN的算子信息库：aic-&lt;soc&gt;-ops-info*.json。</translation>
    </message>
    <message>
        <source>File of operators that must not be lowered.</source>
        <translation>列出不得降低精度的算子的文件。</translation>
    </message>
    <message>
        <source>File with types of single operators&apos; tensors.</source>
        <translation>列出单个算子张量类型的文件。</translation>
    </message>
    <message>
        <source>Whose lists and rules are in force.</source>
        <translation>采用哪个版本的名单和规则。</translation>
    </message>
    <message>
        <source>What &quot;auto&quot; means in older versions depends on it.</source>
        <translation>旧版本中“auto”的含义取决于此。</translation>
    </message>
    <message>
        <source>Whether batch normalisation stays in FP32 against the level.</source>
        <translation>批归一化是否不随级别而保持FP32。</translation>
    </message>
    <message>
        <source>The type of the network against the level.</source>
        <translation>不随级别而指定的网络数据类型。</translation>
    </message>
    <message>
        <source>Who moves the loss scale against the level; some are refused.</source>
        <translation>不随级别而指定的损失缩放管理器；部分组合会被拒绝。</translation>
    </message>
    <message>
        <source>The low type.</source>
        <translation>低精度类型。</translation>
    </message>
    <message>
        <source>Cells and primitives for 16 bits and nothing else: nn.Conv2d,ops.MatMul.</source>
        <translation>仅以16位执行的Cell和算子：nn.Conv2d,ops.MatMul。</translation>
    </message>
    <message>
        <source>Cells that stay in FP32 while everything else goes to 16 bits.</source>
        <translation>其余降为16位时保持FP32的Cell。</translation>
    </message>
    <message>
        <source>Operator types that are lowered.</source>
        <translation>降低精度的算子类型。</translation>
    </message>
    <message>
        <source>Operator types that are no longer lowered by themselves.</source>
        <translation>不再主动降低精度的算子类型。</translation>
    </message>
    <message>
        <source>Operator types that keep FP32, and with them what follows.</source>
        <translation>保持FP32并使后续算子也保持的算子类型。</translation>
    </message>
    <message>
        <source>Operator types that need not keep FP32.</source>
        <translation>不必保持FP32的算子类型。</translation>
    </message>
    <message>
        <source>Operator types that are lowered behind lowered ones.</source>
        <translation>位于已降精度算子之后时降低精度的算子类型。</translation>
    </message>
    <message>
        <source>Operator types that are not lowered behind lowered ones.</source>
        <translation>位于已降精度算子之后时不降低精度的算子类型。</translation>
    </message>
    <message>
        <source>Operator types that pass both precisions through.</source>
        <translation>两种精度都直接通过的算子类型。</translation>
    </message>
    <message>
        <source>Operator types that do not pass precisions through.</source>
        <translation>不直接通过精度的算子类型。</translation>
    </message>
    <message>
        <source>Lower the allow list alone.</source>
        <translation>仅降低允许列表中的算子。</translation>
    </message>
    <message>
        <source>Names of nodes that stay high, as regular expressions.</source>
        <translation>保持高精度的节点名称（正则表达式）。</translation>
    </message>
    <message>
        <source>Operator types that stay high.</source>
        <translation>保持高精度的算子类型。</translation>
    </message>
    <message>
        <source>Names of nodes that are lowered in any case.</source>
        <translation>无论如何都降低精度的节点名称。</translation>
    </message>
    <message>
        <source>Operator types that are lowered in any case.</source>
        <translation>无论如何都降低精度的算子类型。</translation>
    </message>
    <message>
        <source>Nodes with a larger constant stay high; 65504 without it.</source>
        <translation>常量超过此值的节点保持高精度；默认65504。</translation>
    </message>
    <message>
        <source>Nodes that sum more terms stay high; off without it.</source>
        <translation>求和项数超过此值的节点保持高精度；默认不启用。</translation>
    </message>
    <message>
        <source>Operator types that stay in FP32, in place of the default list.</source>
        <translation>取代默认列表的、保持FP32的算子类型。</translation>
    </message>
    <message>
        <source>Names of nodes that stay in FP32.</source>
        <translation>保持FP32的节点名称。</translation>
    </message>
    <message>
        <source>Refuse a model that has FP16 tensors.</source>
        <translation>拒绝含有FP16张量的模型。</translation>
    </message>
</context>
<context>
    <name>halftone::OverrideSwitch</name>
    <message>
        <source>Operator or scope</source>
        <translation>算子或作用域</translation>
    </message>
    <message>
        <source>Type to ask for</source>
        <translation>要指定的数据类型</translation>
    </message>
    <message>
        <source>this operator</source>
        <translation>此算子</translation>
    </message>
    <message>
        <source>as the policy decides</source>
        <translation>由策略判定</translation>
    </message>
    <message>
        <source>As to_float of MindSpore and keep_dtype of Ascend do; the reason says what came of it</source>
        <translation>与MindSpore的to_float和昇腾的keep_dtype作用相同；判定依据中说明其结果</translation>
    </message>
</context>
<context>
    <name>halftone::PictureTexts</name>
    <message numerus="yes">
        <source>%Ln operators</source>
        <translation>
            <numerusform>%Ln个算子</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln tensors</source>
        <translation>
            <numerusform>%Ln个张量</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n users</source>
        <translation>
            <numerusform>%n个读取者</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1等（另有%n个）</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>halftone::PlotCanvas</name>
    <message>
        <source>step</source>
        <translation>step</translation>
    </message>
    <message>
        <source>Loss, loss scale and other numbers by step</source>
        <translation>各step的Loss、损失缩放系数和其他数值</translation>
    </message>
</context>
<context>
    <name>halftone::PlotFile</name>
    <message>
        <source>The file cannot be written: %1.</source>
        <translation>无法写入文件：%1。</translation>
    </message>
    <message>
        <source>Choose another folder or free some space.</source>
        <translation>请选择其他文件夹或释放磁盘空间。</translation>
    </message>
    <message>
        <source>Plots cannot be written as &quot;%1&quot;.</source>
        <translation>曲线图不能保存为“%1”。</translation>
    </message>
    <message>
        <source>Choose a name that ends in .png, .svg or .pdf.</source>
        <translation>请使用以.png、.svg或.pdf结尾的文件名。</translation>
    </message>
</context>
<context>
    <name>halftone::PolicyBar</name>
    <message>
        <source>Result of the mode</source>
        <translation>该模式的结果</translation>
    </message>
    <message>
        <source>View and policy</source>
        <translation>视图和策略</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Chip</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>空格</translation>
    </message>
    <message>
        <source>not possible</source>
        <translation>不可行</translation>
    </message>
    <message>
        <source>%1 %2%  ·  casts %3%4</source>
        <translation>%1 %2%  ·  Cast %3%4</translation>
    </message>
    <message>
        <source>%1 of %2 operators with float results run in low precision.
%3 conversions move %L4 KiB; the mark says what the last edit changed.</source>
        <translation>输出为浮点数的%2个算子中有%1个以低精度运行。
%3次类型转换共搬移%L4 KiB；标记表示上一次修改带来的变化。</translation>
    </message>
    <message>
        <source>Options…</source>
        <translation>选项…</translation>
    </message>
    <message>
        <source>Options (%1)…</source>
        <translation>选项（%1）…</translation>
    </message>
</context>
<context>
    <name>halftone::PolicyOptionsDialog</name>
    <message>
        <source>Mistake</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>Options of %1</source>
        <translation>%1的选项</translation>
    </message>
    <message>
        <source>%1 has no options.</source>
        <translation>%1没有选项。</translation>
    </message>
    <message>
        <source>No options</source>
        <translation>没有选项</translation>
    </message>
    <message>
        <source>OK or cancel</source>
        <translation>确定或取消</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>未设置</translation>
    </message>
    <message>
        <source>Choose a file for %1</source>
        <translation>为%1选择文件</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Reading the options</source>
        <translation>正在读取选项</translation>
    </message>
</context>
<context>
    <name>halftone::ProposalPanel</name>
    <message>
        <source>Preview of changes</source>
        <translation>更改预览</translation>
    </message>
    <message>
        <source>…</source>
        <translation>…</translation>
    </message>
    <message>
        <source>No model is open.</source>
        <translation>未打开模型。</translation>
    </message>
    <message>
        <source>What it would change</source>
        <translation>将改变什么</translation>
    </message>
    <message>
        <source>Proposed: %1</source>
        <translation>建议：%1</translation>
    </message>
    <message>
        <source>Proposed</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Operators that would change</source>
        <translation>将改变的算子</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>应用(&amp;A)</translation>
    </message>
    <message>
        <source>Apply the proposal</source>
        <translation>应用建议</translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation>放弃(&amp;D)</translation>
    </message>
    <message>
        <source>Discard the proposal</source>
        <translation>放弃建议</translation>
    </message>
    <message>
        <source>Select operator types: here stands what moving them would change.</source>
        <translation>请选择算子类型：此处显示移动它们会改变什么。</translation>
    </message>
    <message>
        <source>What stands here</source>
        <translation>此处显示的内容</translation>
    </message>
    <message>
        <source>Selected types</source>
        <translation>所选类型</translation>
    </message>
    <message>
        <source>Previewing changes</source>
        <translation>正在预览更改</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1及另外%2个</translation>
    </message>
    <message>
        <source>Dropped here: %1</source>
        <translation>放在此处：%1</translation>
    </message>
</context>
<context>
    <name>halftone::Proposals</name>
    <message>
        <source>tensors as large as before</source>
        <translation>张量大小不变</translation>
    </message>
    <message>
        <source>tensors %1</source>
        <translation>张量%1</translation>
    </message>
    <message>
        <source>%1 · casts %2→%3 (+%4 −%5) · %6</source>
        <translation>%1 · Cast %2→%3（+%4 −%5） · %6</translation>
    </message>
</context>
<context>
    <name>halftone::RankStrip</name>
    <message>
        <source>Precision along the graph</source>
        <translation>沿计算图的精度分布</translation>
    </message>
    <message>
        <source>The whole graph from input to output: fp16 hatched, fp32 plain, casts at the right edge. Click to go there.</source>
        <translation>从输入到输出的整个计算图：fp16带斜线，fp32为纯色，Cast在右边缘。单击可跳转。</translation>
    </message>
</context>
<context>
    <name>halftone::Remedies</name>
    <message>
        <source>Keep it in FP32</source>
        <translation>保持FP32</translation>
    </message>
    <message>
        <source>Take %1 out of the mixlist</source>
        <translation>将%1移出混合精度名单</translation>
    </message>
    <message>
        <source>Ask for nothing there</source>
        <translation>不再为其指定类型</translation>
    </message>
</context>
<context>
    <name>halftone::RunBar</name>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>All paused runs make one step.</source>
        <translation>所有已暂停的运行各执行一个step。</translation>
    </message>
    <message>
        <source>Progress of the training</source>
        <translation>训练进度</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Open a model first</source>
        <translation>请先打开模型</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Preparing…</source>
        <translation>正在准备…</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>measuring accuracy…</source>
        <translation>正在测量模型精度…</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余%1</translation>
    </message>
    <message>
        <source>Ends the runs at once, without their accuracy.</source>
        <translation>立即结束运行，不测量模型精度。</translation>
    </message>
</context>
<context>
    <name>halftone::RunController</name>
    <message>
        <source>The run has no steps left behind step %1.</source>
        <translation>本次运行在step %1之后没有剩余的step。</translation>
    </message>
    <message>
        <source>Give the branch a larger length.</source>
        <translation>请为分支设置更大的时长。</translation>
    </message>
</context>
<context>
    <name>halftone::RunEstimator</name>
    <message>
        <source>%1 ms a step</source>
        <translation>每个step %1毫秒</translation>
    </message>
    <message>
        <source>No estimate for %1: %2</source>
        <translation>无法估算%1：%2</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1：%2，%3</translation>
    </message>
    <message numerus="yes">
        <source>about %1 for %Ln steps</source>
        <translation>
            <numerusform>%Ln个step约需%1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2 of activations, %3 of weights, moments and inputs; an epoch of %4 steps takes about %5</source>
        <translation>%1：激活值%2，权重、动量和输入%3；一个epoch有%4个step，约需%5</translation>
    </message>
    <message>
        <source>Trying steps</source>
        <translation>正在试跑step</translation>
    </message>
</context>
<context>
    <name>halftone::RunEventModel</name>
    <message>
        <source>%1, step skipped</source>
        <translation>%1，跳过更新</translation>
    </message>
    <message>
        <source>The loss is %1</source>
        <translation>Loss为%1</translation>
    </message>
    <message>
        <source>%1: the first operator whose result left the range of its type. Click to show it.</source>
        <translation>%1：首个溢出算子，其结果超出了数据类型的取值范围。单击可显示。</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>step</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>First operator out of range</source>
        <translation>首个溢出算子</translation>
    </message>
    <message>
        <source>scale %1 → %2</source>
        <translation>缩放系数%1 → %2</translation>
    </message>
    <message>
        <source>scale stays %1</source>
        <translation>缩放系数保持%1</translation>
    </message>
    <message>
        <source>Overflow at the floor</source>
        <translation>溢出，已达下限</translation>
    </message>
    <message>
        <source>Overflow, forgiven by hysteresis</source>
        <translation>溢出，按迟滞（hysteresis）容忍</translation>
    </message>
    <message>
        <source>Overflow, no factor moves the scale</source>
        <translation>溢出，没有倍率能改变缩放系数</translation>
    </message>
    <message>
        <source>Overflow</source>
        <translation>溢出</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Growth (clean steps: %1): %2</source>
        <translation>增长（无溢出的step数：%1）：%2</translation>
    </message>
    <message>
        <source>At the ceiling (clean steps: %1): %2</source>
        <translation>已达上限（无溢出的step数：%1）：%2</translation>
    </message>
</context>
<context>
    <name>halftone::RunList</name>
    <message>
        <source>Add Run</source>
        <translation>添加运行</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Open Run…</source>
        <translation>打开运行记录…</translation>
    </message>
    <message>
        <source>Add a run in another precision</source>
        <translation>添加另一种精度的运行</translation>
    </message>
    <message>
        <source>Train in one more precision at the same time; four at most.</source>
        <translation>同时以另一种精度训练；最多四个运行。</translation>
    </message>
    <message>
        <source>Estimate</source>
        <translation>估算</translation>
    </message>
    <message>
        <source>Find out what memory and time the runs will take</source>
        <translation>估算训练所需的内存和时间</translation>
    </message>
    <message>
        <source>Plan the runs and try some of their steps. A large model takes a while.</source>
        <translation>规划训练并试跑几个step。大模型需要一些时间。</translation>
    </message>
    <message>
        <source>What the runs will take</source>
        <translation>训练所需资源</translation>
    </message>
    <message>
        <source>Open a recorded run or a checkpoint</source>
        <translation>打开已记录的运行或检查点</translation>
    </message>
    <message>
        <source>Show a run that was recorded in a file beside these, or go on from a checkpoint.</source>
        <translation>在这些运行旁显示文件中记录的运行，或从检查点继续训练。</translation>
    </message>
</context>
<context>
    <name>halftone::RunOpener</name>
    <message>
        <source>Reading %1</source>
        <translation>正在读取%1</translation>
    </message>
</context>
<context>
    <name>halftone::RunPlots</name>
    <message>
        <source>Plots of the training</source>
        <translation>训练曲线图</translation>
    </message>
    <message>
        <source>No training yet</source>
        <translation>尚未训练</translation>
    </message>
    <message>
        <source>Log loss</source>
        <translation>对数Loss</translation>
    </message>
    <message>
        <source>Logarithmic axis for the loss</source>
        <translation>Loss使用对数坐标轴</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Keep all steps in view</source>
        <translation>始终显示所有step</translation>
    </message>
    <message>
        <source>Keep all steps in view while training; a double click on the plots does the same.</source>
        <translation>训练时始终显示所有step；双击曲线图效果相同。</translation>
    </message>
    <message>
        <source>Smooth</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>Smoothing of the loss</source>
        <translation>Loss的平滑程度</translation>
    </message>
    <message>
        <source>0 draws the loss as it is, 0.9 averages over some ten steps.</source>
        <translation>0按原值绘制Loss，0.9约对十个step取平均。</translation>
    </message>
    <message>
        <source>Values of the step</source>
        <translation>该step的数值</translation>
    </message>
    <message>
        <source>&lt;p&gt;&lt;b&gt;No training yet&lt;/b&gt;&lt;/p&gt;&lt;p&gt;Start trains the open model in FP32 and in mixed precision side by side, and in up to four ways at once.&lt;br&gt;Loss, loss scale and skipped steps appear here while it runs.&lt;/p&gt;</source>
        <translation>&lt;p&gt;&lt;b&gt;尚未训练&lt;/b&gt;&lt;/p&gt;&lt;p&gt;“开始”以FP32和混合精度并排训练打开的模型，最多同时训练四种方式。&lt;br&gt;运行时，此处显示Loss、损失缩放系数和跳过更新的step。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Plots</source>
        <translation>曲线图</translation>
    </message>
    <message>
        <source>Choose the plots</source>
        <translation>选择曲线图</translation>
    </message>
    <message>
        <source>Choose which numbers of a step have a plot.</source>
        <translation>选择为step的哪些数值绘制曲线图。</translation>
    </message>
</context>
<context>
    <name>halftone::RunReadout</name>
    <message>
        <source>scale %1</source>
        <translation>缩放系数%1</translation>
    </message>
    <message>
        <source>overflow</source>
        <translation>溢出</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>跳过更新</translation>
    </message>
    <message>
        <source>Step %1:  </source>
        <translation>step %1:  </translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>no test data</source>
        <translation>没有测试数据</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>loss %1</source>
        <translation>Loss %1</translation>
    </message>
    <message>
        <source>gradient %1</source>
        <translation>梯度范数%1</translation>
    </message>
    <message>
        <source>rate %1</source>
        <translation>学习率%1</translation>
    </message>
    <message>
        <source>underflow %1 %</source>
        <translation>下溢%1 %</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>scale grows</source>
        <translation>缩放系数增长</translation>
    </message>
    <message>
        <source>scale at its floor</source>
        <translation>缩放系数已达下限</translation>
    </message>
    <message>
        <source>scale at its ceiling</source>
        <translation>缩放系数已达上限</translation>
    </message>
    <message>
        <source>forgiven</source>
        <translation>已容忍</translation>
    </message>
    <message>
        <source>scale stuck</source>
        <translation>缩放系数无法改变</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
</context>
<context>
    <name>halftone::RunRow</name>
    <message>
        <source>State of the run</source>
        <translation>运行的状态</translation>
    </message>
    <message>
        <source>%1, run %2</source>
        <translation>%1，运行%2</translation>
    </message>
    <message>
        <source>Show this run</source>
        <translation>显示此运行</translation>
    </message>
    <message>
        <source>Train this run</source>
        <translation>训练此运行</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>数值精度</translation>
    </message>
    <message>
        <source>FP32</source>
        <translation>FP32</translation>
    </message>
    <message>
        <source>Every operator in FP32, without a loss scale.</source>
        <translation>所有算子均以FP32运行，不使用损失缩放。</translation>
    </message>
    <message>
        <source>As above</source>
        <translation>同上</translation>
    </message>
    <message>
        <source>The mode, chip and list that the window shows.</source>
        <translation>窗口中所示的精度模式、处理器和名单。</translation>
    </message>
    <message>
        <source>list</source>
        <translation>名单</translation>
    </message>
    <message>
        <source>With the mixlist and the overrides of the window, where the mode takes any</source>
        <translation>使用窗口中的混合精度名单和指定的数据类型（仅在模式支持时）</translation>
    </message>
    <message>
        <source>Loss scale rule</source>
        <translation>损失缩放规则</translation>
    </message>
    <message>
        <source>Loss scale as above</source>
        <translation>损失缩放同上</translation>
    </message>
    <message>
        <source>Take this run off the list</source>
        <translation>从列表中移除此运行</translation>
    </message>
    <message>
        <source>Start this run</source>
        <translation>开始此运行</translation>
    </message>
    <message>
        <source>Pause this run</source>
        <translation>暂停此运行</translation>
    </message>
    <message>
        <source>Make one step</source>
        <translation>执行一个step</translation>
    </message>
    <message>
        <source>Stop this run</source>
        <translation>停止此运行</translation>
    </message>
    <message>
        <source>Go on from here as a new run, in the precision that is chosen now</source>
        <translation>从此处继续为新的运行，使用当前所选的精度</translation>
    </message>
    <message>
        <source>As above: %1</source>
        <translation>同上：%1</translation>
    </message>
    <message>
        <source>Go on with this run</source>
        <translation>继续此运行</translation>
    </message>
    <message>
        <source>%1 of %2 steps</source>
        <translation>step %1/%2</translation>
    </message>
    <message>
        <source>accuracy %1</source>
        <translation>模型精度%1</translation>
    </message>
    <message>
        <source>not finished</source>
        <translation>未完成</translation>
    </message>
    <message>
        <source>preparing…</source>
        <translation>正在准备…</translation>
    </message>
    <message>
        <source>measuring accuracy…</source>
        <translation>正在测量模型精度…</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余%1</translation>
    </message>
    <message>
        <source>paused at step %1</source>
        <translation>已在step %1暂停</translation>
    </message>
    <message>
        <source>stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>could not start</source>
        <translation>无法启动</translation>
    </message>
    <message>
        <source>gave up after step %1</source>
        <translation>在step %1之后放弃</translation>
    </message>
    <message>
        <source>Which list</source>
        <translation>采用的名单</translation>
    </message>
    <message>
        <source>in force</source>
        <translation>当前生效</translation>
    </message>
    <message>
        <source>The list that the window shows when the run starts.</source>
        <translation>训练开始时窗口显示的名单。</translation>
    </message>
    <message>
        <source>Save where this run stands: weights, moments and loss scale, to go on from later</source>
        <translation>保存此运行的当前状态（权重、动量和损失缩放系数），以便以后继续</translation>
    </message>
    <message>
        <source>End it at once, without its accuracy</source>
        <translation>立即结束，不测量模型精度</translation>
    </message>
</context>
<context>
    <name>halftone::RunSummary</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>no step skipped</source>
        <translation>没有跳过更新</translation>
    </message>
    <message>
        <source>%1 of %2 steps skipped (%3)</source>
        <translation>%2个step中有%1个跳过更新（%3）</translation>
    </message>
    <message>
        <source> (stopped at step %1)</source>
        <translation>（在step %1停止）</translation>
    </message>
    <message>
        <source> (gave up after step %1)</source>
        <translation>（在step %1之后放弃）</translation>
    </message>
    <message>
        <source>Results of the runs</source>
        <translation>运行结果</translation>
    </message>
    <message>
        <source>Accuracy on the test data, final loss and skipped steps stand here after a run.</source>
        <translation>运行结束后，此处显示测试数据上的模型精度、最终Loss和跳过更新的step。</translation>
    </message>
    <message>
        <source> (%1%2 percentage points)</source>
        <translation> （%1%2个百分点）</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; accuracy &lt;b&gt;%2&lt;/b&gt;%3, final loss %4, %5</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; 模型精度&lt;b&gt;%2&lt;/b&gt;%3，最终Loss %4，%5</translation>
    </message>
    <message>
        <source>%1, all at the start, until the loss scale had come down to %2</source>
        <translation>%1，全部在开始阶段，直到损失缩放系数降到%2</translation>
    </message>
</context>
<context>
    <name>halftone::ScaleCauses</name>
    <message>
        <source>overflow</source>
        <translation>溢出</translation>
    </message>
    <message>
        <source>growth (%1 clean)</source>
        <translation>增长（%1个step无溢出）</translation>
    </message>
    <message>
        <source>floor</source>
        <translation>已达下限</translation>
    </message>
    <message>
        <source>ceiling (%1 clean)</source>
        <translation>已达上限（%1个step无溢出）</translation>
    </message>
    <message>
        <source>forgiven (hysteresis)</source>
        <translation>容忍（迟滞）</translation>
    </message>
    <message>
        <source>stuck</source>
        <translation>无法调整</translation>
    </message>
</context>
<context>
    <name>halftone::ScaleSettings</name>
    <message>
        <source>Growth</source>
        <translation>增长倍率</translation>
    </message>
    <message>
        <source>What the scale is multiplied by after a full window; where the rule has no shrinking of its own, an overflow divides by the same.</source>
        <translation>窗口期满后系数所乘的倍率；规则没有单独的缩小倍率时，溢出后除以同一倍率。</translation>
    </message>
    <message>
        <source>Shrinking</source>
        <translation>缩小倍率</translation>
    </message>
    <message>
        <source>What the scale is multiplied by after an overflow.</source>
        <translation>溢出后系数所乘的倍率。</translation>
    </message>
    <message>
        <source>Floor</source>
        <translation>下限</translation>
    </message>
    <message>
        <source>The scale does not fall below it.</source>
        <translation>系数不会低于该值。</translation>
    </message>
    <message>
        <source>Ceiling</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>The scale does not grow above it.</source>
        <translation>系数不会高于该值。</translation>
    </message>
    <message>
        <source>Stays finite</source>
        <translation>保持有限</translation>
    </message>
    <message>
        <source>The scale does not grow to what FP32 holds as infinity.</source>
        <translation>系数不会增长到FP32的无穷。</translation>
    </message>
    <message>
        <source>Hysteresis</source>
        <translation>迟滞</translation>
    </message>
    <message>
        <source>The scale shrinks at this overflow; the ones before it are forgiven.</source>
        <translation>到第几次溢出时缩小系数；之前的溢出被容忍。</translation>
    </message>
    <message>
        <source>Refills</source>
        <translation>重新计数</translation>
    </message>
    <message>
        <source>Each clean step lets overflows be forgiven anew; otherwise only growth does.</source>
        <translation>每个无溢出的step都重新允许容忍溢出；否则只有系数增长时才重新允许。</translation>
    </message>
    <message>
        <source>Gives up</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>An overflow at the floor ends the run.</source>
        <translation>系数已达下限时再溢出则结束运行。</translation>
    </message>
    <message>
        <source>Skips overflows</source>
        <translation>跳过溢出</translation>
    </message>
    <message>
        <source>A step that overflows leaves the weights alone; otherwise infinite gradients go into them.</source>
        <translation>溢出的step不更新权重；否则无穷的梯度会写入权重。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>halftone::ScopesModel</name>
    <message>
        <source>%L1 in %2</source>
        <translation>%L1个为%2</translation>
    </message>
    <message>
        <source>other types</source>
        <translation>其他类型</translation>
    </message>
    <message>
        <source>As the names of operators tell</source>
        <translation>由算子名得出</translation>
    </message>
    <message>
        <source>Number of operators</source>
        <translation>算子数</translation>
    </message>
    <message>
        <source>The data type that most operators of the scope get</source>
        <translation>该作用域中多数算子得到的数据类型</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>作用域</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
</context>
<context>
    <name>halftone::ScopesPane</name>
    <message>
        <source>Show scopes by data type</source>
        <translation>按数据类型显示作用域</translation>
    </message>
    <message>
        <source>Scopes</source>
        <translation>作用域</translation>
    </message>
    <message>
        <source>No scopes</source>
        <translation>没有作用域</translation>
    </message>
    <message>
        <source>This graph is shown without groups: it is small, or View, Group by Scope is off.</source>
        <translation>此计算图未分组显示：图较小，或未启用“视图”菜单中的“按作用域分组”。</translation>
    </message>
    <message>
        <source>Show only scopes with operators of this data type</source>
        <translation>只显示含有此数据类型算子的作用域</translation>
    </message>
    <message>
        <source>All data types</source>
        <translation>所有数据类型</translation>
    </message>
    <message>
        <source>With other types</source>
        <translation>含其他类型</translation>
    </message>
    <message>
        <source>With %1</source>
        <translation>含%1</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
</context>
<context>
    <name>halftone::SessionKeeper</name>
    <message>
        <source>Open Session</source>
        <translation>打开会话</translation>
    </message>
    <message>
        <source>Sessions (*.halftone)</source>
        <translation>会话 (*.halftone)</translation>
    </message>
    <message>
        <source>Open Another…</source>
        <translation>打开其他…</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>打开%1</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>正在读取%1</translation>
    </message>
    <message>
        <source>%1 is not the file that it was when the session was saved. Lists and types asked for are applied to it as it is now.</source>
        <translation>%1与保存会话时的文件不同。名单和指定的数据类型按该文件的当前内容应用。</translation>
    </message>
    <message>
        <source>Find the Model…</source>
        <translation>查找模型…</translation>
    </message>
    <message>
        <source>Save Session</source>
        <translation>保存会话</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Save Elsewhere…</source>
        <translation>保存到其他位置…</translation>
    </message>
    <message>
        <source>no model</source>
        <translation>没有模型</translation>
    </message>
    <message numerus="yes">
        <source>Halftone did not end properly. A copy of the work of %1 is there: %2, %3, %n entries in the mixlist.</source>
        <translation>
            <numerusform>Halftone上次未正常退出。已找到%1的工作副本：%2，%3，混合精度名单中有%n个条目。</numerusform>
        </translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Throw Away</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Open Model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <source>ONNX models (*.onnx)</source>
        <translation>ONNX模型 (*.onnx)</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>正在打开%1</translation>
    </message>
    <message>
        <source>Reading what the last start left</source>
        <translation>读取上次未正常退出时留下的内容</translation>
    </message>
</context>
<context>
    <name>halftone::Sessions</name>
    <message>
        <source>Choose a file that Halftone saved as a session.</source>
        <translation>请选择由Halftone保存的会话文件。</translation>
    </message>
    <message>
        <source>The mode &quot;%1&quot; is not known.</source>
        <translation>未知的模式“%1”。</translation>
    </message>
    <message>
        <source>The chip &quot;%1&quot; is not known.</source>
        <translation>未知的处理器“%1”。</translation>
    </message>
    <message>
        <source>The mixlist has a mistake; its text stands in the JSON pane.</source>
        <translation>混合精度名单有错误；其文本显示在“JSON”窗格中。</translation>
    </message>
    <message>
        <source>The list &quot;%1&quot; has a mistake and is left out.</source>
        <translation>名单“%1”有错误，已略去。</translation>
    </message>
    <message>
        <source>The session is damaged: %1.</source>
        <translation>会话文件已损坏：%1。</translation>
    </message>
    <message>
        <source>This file is no session.</source>
        <translation>此文件不是会话文件。</translation>
    </message>
    <message>
        <source>A newer Halftone wrote the session; what is new in it is left out.</source>
        <translation>该会话由更新版本的Halftone保存；其中的新内容已略去。</translation>
    </message>
    <message>
        <source>The session cannot be read.</source>
        <translation>无法读取会话。</translation>
    </message>
    <message>
        <source>Check the path and its permissions.</source>
        <translation>请检查路径及其权限。</translation>
    </message>
    <message>
        <source>The file is too large for a session.</source>
        <translation>文件过大，不是会话文件。</translation>
    </message>
</context>
<context>
    <name>halftone::SettingsDialog</name>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>all (%1)</source>
        <translation>全部（%1）</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>Colours of the whole program</source>
        <translation>整个程序的配色</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>From the next start on</source>
        <translation>下次启动时生效</translation>
    </message>
    <message>
        <source>&amp;Size of text</source>
        <translation>文字大小(&amp;S)</translation>
    </message>
    <message>
        <source>Of that of the system</source>
        <translation>相对于系统的文字大小</translation>
    </message>
    <message>
        <source>&amp;Copy of the work every</source>
        <translation>工作副本保存间隔(&amp;C)</translation>
    </message>
    <message>
        <source>It is offered after a crash</source>
        <translation>崩溃后可用于恢复</translation>
    </message>
    <message>
        <source>T&amp;hreads in the background</source>
        <translation>后台线程数(&amp;H)</translation>
    </message>
    <message>
        <source>For opening, deciding and drawing graphs</source>
        <translation>用于打开、判定和绘制计算图</translation>
    </message>
    <message>
        <source>&amp;Recent files</source>
        <translation>最近打开的文件(&amp;R)</translation>
    </message>
    <message>
        <source>How many are listed; pinned ones stay in any case</source>
        <translation>列出的文件数；已固定的文件始终保留</translation>
    </message>
    <message>
        <source>OK or cancel</source>
        <translation>确定或取消</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>halftone::SetupProblems</name>
    <message>
        <source>No data is chosen.</source>
        <translation>未选择数据。</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Choose a folder, a file, or samples from the list.</source>
        <translation>请选择文件夹或文件，或从列表中选择样本。</translation>
    </message>
    <message>
        <source>A batch of %1 cannot be cut into %2 equal parts.</source>
        <translation>批大小%1不能等分为%2份。</translation>
    </message>
    <message>
        <source>Accumulation</source>
        <translation>梯度累积</translation>
    </message>
    <message>
        <source>Choose a divisor of the batch size.</source>
        <translation>请选择能整除批大小的数。</translation>
    </message>
</context>
<context>
    <name>halftone::ShortcutSheet</name>
    <message>
        <source>Arrows</source>
        <translation>方向键</translation>
    </message>
    <message>
        <source>Walk along the lines of the graph</source>
        <translation>沿计算图的连线移动</translation>
    </message>
    <message>
        <source>Move the graph</source>
        <translation>移动计算图</translation>
    </message>
    <message>
        <source>Ctrl+Wheel</source>
        <translation>Ctrl+滚轮</translation>
    </message>
    <message>
        <source>Zoom at the cursor</source>
        <translation>以光标为中心缩放</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Clear the selection, leave a field</source>
        <translation>清除选择，离开输入框</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Shift+Arrows, Shift+Drag</source>
        <translation>Shift+方向键，Shift+拖动</translation>
    </message>
    <message>
        <source>Select several operators</source>
        <translation>选择多个算子</translation>
    </message>
    <message>
        <source>Ctrl+Click</source>
        <translation>Ctrl+单击</translation>
    </message>
    <message>
        <source>Add to the selection, or take out</source>
        <translation>加入选择，或移出选择</translation>
    </message>
    <message>
        <source>Wheel, Ctrl+Arrows</source>
        <translation>滚轮，Ctrl+方向键</translation>
    </message>
    <message>
        <source>+, −</source>
        <translation>+、−</translation>
    </message>
    <message>
        <source>Zoom the graph</source>
        <translation>缩放计算图</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Open or close a group, say why an operator has its type</source>
        <translation>展开或折叠一组，说明算子类型的原因</translation>
    </message>
    <message>
        <source>Ctrl+A</source>
        <translation>Ctrl+A</translation>
    </message>
    <message>
        <source>Select all rows that the table shows</source>
        <translation>选择表格中显示的全部行</translation>
    </message>
    <message>
        <source>Ctrl+C</source>
        <translation>Ctrl+C</translation>
    </message>
    <message>
        <source>Copy the selected rows of the table</source>
        <translation>复制表格中所选的行</translation>
    </message>
</context>
<context>
    <name>halftone::StartPage</name>
    <message>
        <source>Recent files</source>
        <translation>最近打开的文件</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>Introduction</source>
        <translation>简介</translation>
    </message>
    <message>
        <source>See which operators of a model run in FP16 and which stay in FP32, ask why, change the lists, and prove the choice by training.</source>
        <translation>查看模型中哪些算子以FP16运行、哪些保持FP32，了解判定依据，修改名单，并通过训练验证。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>First steps</source>
        <translation>入门步骤</translation>
    </message>
    <message>
        <source>1   Open an ONNX file, or drop one onto this window; an ops_info.json beside it works the same way.</source>
        <translation>1   打开ONNX文件，或将其拖放到本窗口；ops_info.json也可以这样打开。</translation>
    </message>
    <message>
        <source>2   Choose mode and chip above; click an operator to read why it got its type.</source>
        <translation>2   在上方选择模式和处理器；单击算子查看其数据类型的判定依据。</translation>
    </message>
    <message>
        <source>3   Press Ctrl+2 to edit the lists, Ctrl+4 to train in that precision.</source>
        <translation>3   按Ctrl+2编辑名单，按Ctrl+4以该精度训练。</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>示例模型</translation>
    </message>
    <message>
        <source>LeNet-5, for digits</source>
        <translation>LeNet-5，用于手写数字识别</translation>
    </message>
    <message>
        <source>ResNet block</source>
        <translation>ResNet块</translation>
    </message>
    <message>
        <source>Transformer block</source>
        <translation>Transformer块</translation>
    </message>
    <message>
        <source>%1, pinned</source>
        <translation>%1，已固定</translation>
    </message>
    <message>
        <source>Recent file</source>
        <translation>最近打开的文件</translation>
    </message>
    <message>
        <source>&amp;Unpin</source>
        <translation>取消固定(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Pin</source>
        <translation>固定(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Remove from List</source>
        <translation>从列表中删除(&amp;R)</translation>
    </message>
</context>
<context>
    <name>halftone::TensorPanel</name>
    <message>
        <source>result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>gradient</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>训练任务</translation>
    </message>
    <message>
        <source>The run whose numbers are shown.</source>
        <translation>显示其数值的训练任务。</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>A tensor of the operator that is selected.</source>
        <translation>所选算子的一个张量。</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>The 16-bit format whose limits are drawn.</source>
        <translation>绘制其界限的16位格式。</translation>
    </message>
    <message>
        <source>Exponents of a tensor</source>
        <translation>张量的指数分布</translation>
    </message>
    <message>
        <source>Exponents of the step</source>
        <translation>该step的指数分布</translation>
    </message>
    <message>
        <source>The file of this run holds no exponents. Record some with halftone-cli train --run-file FILE --histogram TENSOR.</source>
        <translation>此训练文件中没有指数分布。可用halftone-cli train --run-file FILE --histogram TENSOR记录。</translation>
    </message>
    <message>
        <source>Select an operator in the graph, in its table or among the events: how large the numbers of its tensors are is shown here, step by step, against the limits of FP16 and BF16.</source>
        <translation>请在图、算子表或事件中选择算子：此处逐step显示其张量数值的大小，并与FP16和BF16的界限对照。</translation>
    </message>
    <message>
        <source>Start a run: the exponents of %1 are counted while it goes on.</source>
        <translation>请开始训练：训练期间会统计%1的指数分布。</translation>
    </message>
    <message>
        <source>No tensor of %1 is computed in this run.</source>
        <translation>此训练中未计算%1的任何张量。</translation>
    </message>
    <message>
        <source>Exponents of %1 are counted from the next step on.</source>
        <translation>从下一个step起统计%1的指数分布。</translation>
    </message>
    <message>
        <source>This run was over before anyone asked for %1. Start it again: exponents are counted while this panel is open.</source>
        <translation>在查看%1之前此训练已结束。请重新开始：面板打开期间会统计指数分布。</translation>
    </message>
</context>
<context>
    <name>halftone::TrainingForm</name>
    <message>
        <source>Training settings</source>
        <translation>训练设置</translation>
    </message>
    <message>
        <source>Training data</source>
        <translation>训练数据</translation>
    </message>
    <message>
        <source>Sample digits (built in)</source>
        <translation>示例数字（内置）</translation>
    </message>
    <message>
        <source>&amp;Data</source>
        <translation>数据(&amp;D)</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>&amp;Batch</source>
        <translation>批大小(&amp;B)</translation>
    </message>
    <message>
        <source>Samples per step. A model with a fixed batch keeps its own.</source>
        <translation>每个step的样本数。批大小固定的模型保持其自身的值。</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Learning &amp;rate</source>
        <translation>学习率(&amp;R)</translation>
    </message>
    <message>
        <source>How far each step moves the weights along the gradient.</source>
        <translation>每个step沿梯度更新权重的幅度。</translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation>动量</translation>
    </message>
    <message>
        <source>M&amp;omentum</source>
        <translation>动量(&amp;O)</translation>
    </message>
    <message>
        <source>The share of the last movement that each step keeps.</source>
        <translation>每个step保留上一次更新的比例。</translation>
    </message>
    <message>
        <source>Length of the training</source>
        <translation>训练时长</translation>
    </message>
    <message>
        <source>Unit of the length</source>
        <translation>时长单位</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>epoch</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>step</translation>
    </message>
    <message>
        <source>&amp;Length</source>
        <translation>时长(&amp;L)</translation>
    </message>
    <message>
        <source>An epoch is one pass over the data; a step is one batch.</source>
        <translation>一个epoch遍历一次全部数据；一个step处理一个批次。</translation>
    </message>
    <message>
        <source>Loss scale rule</source>
        <translation>损失缩放规则</translation>
    </message>
    <message>
        <source>Initial loss scale</source>
        <translation>初始损失缩放系数</translation>
    </message>
    <message>
        <source>Growth window</source>
        <translation>增长窗口</translation>
    </message>
    <message>
        <source>Loss &amp;scale</source>
        <translation>损失缩放(&amp;S)</translation>
    </message>
    <message>
        <source>How the factor that keeps small gradients alive in 16 bits is chosen, after each framework.</source>
        <translation>为避免小梯度在16位下丢失，各框架选择缩放系数的方式。</translation>
    </message>
    <message>
        <source>&amp;Initial scale</source>
        <translation>初始系数(&amp;I)</translation>
    </message>
    <message>
        <source>The factor of the first step: a number, or a power like 2^16.</source>
        <translation>第一个step的系数：数字，或2^16这样的幂。</translation>
    </message>
    <message>
        <source>&amp;Window</source>
        <translation>增长窗口(&amp;W)</translation>
    </message>
    <message>
        <source>Steps without overflow before the scale grows.</source>
        <translation>系数增长之前无溢出的step数。</translation>
    </message>
    <message>
        <source>Folder with training data</source>
        <translation>训练数据文件夹</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no loss scale.</source>
        <translation>“%1”不是损失缩放系数。</translation>
    </message>
    <message>
        <source>Initial scale</source>
        <translation>初始系数</translation>
    </message>
    <message>
        <source>Write a number from 1, or a power such as 2^16.</source>
        <translation>请输入不小于1的数字，或2^16这样的幂。</translation>
    </message>
    <message>
        <source>What is wrong with the settings</source>
        <translation>设置中的错误</translation>
    </message>
    <message>
        <source>More settings</source>
        <translation>更多设置</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Optimizer, schedule, loss, accumulation, how overflow behaves, threads and seed.</source>
        <translation>优化器、学习率调度、Loss、梯度累积、溢出行为、线程数和随机种子。</translation>
    </message>
    <message>
        <source>Random samples (synthetic)</source>
        <translation>随机样本（合成）</translation>
    </message>
    <message>
        <source>Choose a folder or a file with training data</source>
        <translation>选择含有训练数据的文件夹或文件</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>File…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>The digits that come with Halftone, random samples that fit any model, a folder with IDX (MNIST), CIFAR, NumPy or CSV files, or one .npz or .csv file.</source>
        <translation>Halftone自带的数字、适合任何模型的随机样本、含有IDX (MNIST)、CIFAR、NumPy或CSV文件的文件夹，或单个.npz或.csv文件。</translation>
    </message>
    <message>
        <source>File with training data</source>
        <translation>训练数据文件</translation>
    </message>
    <message>
        <source>NumPy and CSV (*.npz *.csv);;All files (*)</source>
        <translation>NumPy和CSV (*.npz *.csv);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Loss and labels</source>
        <translation>Loss和标签</translation>
    </message>
    <message>
        <source>What the training compares, as the model suggests; another loss is chosen under More.</source>
        <translation>训练所对比的内容，按模型推测；可在“更多”中选择其他Loss。</translation>
    </message>
    <message>
        <source>of the model</source>
        <translation>由模型决定</translation>
    </message>
</context>
<context>
    <name>halftone::TrainingMessage</name>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Close the message</source>
        <translation>关闭消息</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>halftone::TrainingView</name>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Plots and events</source>
        <translation>曲线图和事件</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Export plots or steps</source>
        <translation>导出曲线图或各step</translation>
    </message>
    <message>
        <source>Plots (PNG, SVG, PDF)…</source>
        <translation>曲线图（PNG、SVG、PDF）…</translation>
    </message>
    <message>
        <source>All steps (CSV)…</source>
        <translation>所有step(CSV)…</translation>
    </message>
    <message>
        <source>Move %1 to the Black List</source>
        <translation>将%1移到黑名单</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Begin with %1</source>
        <translation>以%1开始</translation>
    </message>
    <message>
        <source>Keep %1 in FP32</source>
        <translation>让%1保持FP32</translation>
    </message>
    <message>
        <source>Open Run</source>
        <translation>打开运行记录</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Runs cannot be kept on the disk.</source>
        <translation>无法将运行记录保存到磁盘。</translation>
    </message>
    <message>
        <source>Free some space; a crash would lose them otherwise.</source>
        <translation>请释放磁盘空间，否则程序崩溃时记录会丢失。</translation>
    </message>
    <message>
        <source>%1 from step %2</source>
        <translation>%1（从step %2起）</translation>
    </message>
    <message>
        <source>Not over when Halftone ended: %1.</source>
        <translation>Halftone退出时尚未结束的运行：%1。</translation>
    </message>
    <message>
        <source>Go On</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Reading runs</source>
        <translation>正在读取运行记录</translation>
    </message>
    <message>
        <source>The run cannot go on: %1</source>
        <translation>训练无法继续：%1</translation>
    </message>
    <message>
        <source>It stays on the disk, and is offered again at the next start.</source>
        <translation>它仍保存在磁盘上，下次启动时会再次提示。</translation>
    </message>
    <message>
        <source>Another window has it.</source>
        <translation>它正被另一个窗口占用。</translation>
    </message>
    <message>
        <source>There is no room in the list.</source>
        <translation>列表已满。</translation>
    </message>
    <message>
        <source>Plots and tensor</source>
        <translation>曲线图和张量</translation>
    </message>
    <message>
        <source>Estimating memory and time…</source>
        <translation>正在估算内存和时间…</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Show the exponents of a tensor</source>
        <translation>显示张量的指数分布</translation>
    </message>
    <message>
        <source>Show how large the numbers of a tensor are, step by step, against the limits of FP16 and BF16.</source>
        <translation>逐step显示张量数值的大小，并与FP16和BF16的界限对照。</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>使用%1</translation>
    </message>
    <message>
        <source>Grow after %1 Steps</source>
        <translation>%1个step后增长</translation>
    </message>
    <message>
        <source>Learning Rate %1</source>
        <translation>学习率%1</translation>
    </message>
    <message>
        <source>Recorded runs and checkpoints (*.run *.checkpoint)</source>
        <translation>已记录的运行和检查点 (*.run *.checkpoint)</translation>
    </message>
    <message>
        <source>No model is open.</source>
        <translation>没有打开模型。</translation>
    </message>
    <message>
        <source>Open the model that it is of first.</source>
        <translation>请先打开它所属的模型。</translation>
    </message>
    <message>
        <source>Take a run off the list.</source>
        <translation>请从列表中移除一个运行。</translation>
    </message>
    <message>
        <source>The run goes on; only one that stands has a state to save.</source>
        <translation>运行仍在进行；只有暂停或结束的运行才有可保存的状态。</translation>
    </message>
    <message>
        <source>Pause it first.</source>
        <translation>请先暂停。</translation>
    </message>
</context>
<context>
    <name>halftone::TypeColumn</name>
    <message>
        <source>keep their precision</source>
        <translation>保持原精度</translation>
    </message>
    <message>
        <source>follow the operator before them</source>
        <translation>跟随前一个算子</translation>
    </message>
    <message>
        <source>may be lowered</source>
        <translation>可降精度</translation>
    </message>
    <message>
        <source>%1 list</source>
        <translation>%1名单</translation>
    </message>
    <message>
        <source>Search the %1 list</source>
        <translation>搜索%1名单</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
</context>
<context>
    <name>halftone::TypeListModel</name>
    <message>
        <source>not in the library</source>
        <translation>不在算子信息库中</translation>
    </message>
    <message>
        <source>● added, was %1</source>
        <translation>● 已添加，原为%1</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>● removed from %1</source>
        <translation>● 已从%1名单中删除</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1等（另有%2个）</translation>
    </message>
    <message>
        <source>%1 in this model, from %2</source>
        <translation>本模型中有%1个，来自%2</translation>
    </message>
    <message>
        <source>not in this model</source>
        <translation>本模型中没有</translation>
    </message>
</context>
<context>
    <name>halftone::TypeListView</name>
    <message>
        <source>Operator types on the %1 list</source>
        <translation>%1名单中的算子类型</translation>
    </message>
</context>
<context>
    <name>halftone::WeightCard</name>
    <message>
        <source>Weight %1</source>
        <translation>权重%1</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 · %2 · %3 values</source>
        <translation>%1 · %2 · %3个数值</translation>
    </message>
    <message>
        <source>Reading the numbers…</source>
        <translation>正在读取数值…</translation>
    </message>
    <message>
        <source>Reading the numbers</source>
        <translation>正在读取数值</translation>
    </message>
    <message>
        <source>Reading weights</source>
        <translation>正在读取权重</translation>
    </message>
    <message>
        <source>▲ %1 become infinite</source>
        <translation>▲ %1个变为无穷</translation>
    </message>
    <message>
        <source>▼ %1 become 0</source>
        <translation>▼ %1个变为0</translation>
    </message>
    <message>
        <source>%1 become subnormal</source>
        <translation>%1个变为非规格化数</translation>
    </message>
    <message>
        <source>%1 whole numbers change</source>
        <translation>%1个整数改变</translation>
    </message>
    <message>
        <source>keeps every number</source>
        <translation>所有数值不变</translation>
    </message>
    <message>
        <source>✓ rounds, loses none</source>
        <translation>✓ 有舍入，无丢失</translation>
    </message>
    <message>
        <source>min %1 · max %2 · mean %3 · deviation %4</source>
        <translation>最小值%1 · 最大值%2 · 均值%3 · 标准差%4</translation>
    </message>
    <message>
        <source>%1 zeros · %2 infinite or NaN</source>
        <translation>%1个0 · %2个无穷或NaN</translation>
    </message>
</context>
<context>
    <name>halftone::WeightChart</name>
    <message>
        <source>Histogram of the weight by exponent and by value</source>
        <translation>按指数和按数值的权重直方图</translation>
    </message>
    <message>
        <source>%1 numbers from 2^%2 up</source>
        <translation>从2^%2起：%1个数值</translation>
    </message>
    <message>
        <source>%1 numbers from %2 up</source>
        <translation>从%2起：%1个数值</translation>
    </message>
</context>
</TS>
